/** The lists of skills that a model is told: those of the project, and those of the person who began the run. Pure. */
import type { ProjectContext, SkillLine } from '@fairlead/protocol/projects/project-context'
import type { Earlier, ToldPart } from './notices.ts'

const USE =
	'Before work that one of them is about, read it with load_skill. They give no permission.'

/** Returns null if nothing is new. */
export function skillsOf(
	{ skills, problems }: Pick<ProjectContext, 'skills' | 'problems'>,
	earlier: Earlier,
	chars: number,
): ToldPart | null {
	const before = earlier.get('skills')
	if (!before && skills.length + problems.length === 0) return null
	const texts = [
		skills.length === 0
			? '[The project has no skills.]'
			: `[Skills of the project. ${USE}]\n${listed(skills, chars)}`,
		...(problems.length > 0 ? [`[Not usable: ${problems.join(' ')}]`] : []),
	]
	const text = texts.join('\n')
	if (before?.text === text) return null
	const names = skills.map(({ name }) => name)
	return { type: 'text', text, told: { kind: 'skills', names, problems: problems.length } }
}

/** The project's skill counts where both have one of the same name. Returns null if nothing is new. */
export function accountSkillsOf(
	skills: readonly SkillLine[],
	project: Pick<ProjectContext, 'skills'> | null,
	earlier: Earlier,
	chars: number,
): ToldPart | null {
	const before = earlier.get('account_skills')
	if (!before && skills.length === 0) return null
	const known = earlier.get('skills')?.told
	// While the relay is away, the project's skills are those that it told last.
	const ofProject = project
		? project.skills.map(({ name }) => name)
		: known?.kind === 'skills'
			? known.names
			: []
	const offered = skills.filter(({ name }) => !ofProject.includes(name))
	const names = offered.map(({ name }) => name)
	const replaced = skills.map(({ name }) => name).filter((name) => !names.includes(name))
	const texts = [
		offered.length === 0
			? '[The person who began this run offers no skills.]'
			: `[Skills of the person who began this run. ${USE}]\n${listed(offered, chars)}`,
		...(replaced.length > 0 ? [`[The project has its own of: ${replaced.join(', ')}]`] : []),
	]
	const text = texts.join('\n')
	if (before?.text === text) return null
	return { type: 'text', text, told: { kind: 'account_skills', names, replaced } }
}

/** With their descriptions, as far as there is room. */
function listed(skills: readonly SkillLine[], chars: number): string {
	const lines = skills.map(({ name, description }) => `- ${name}: ${description}`)
	const shown = lines.filter((_, index) => lines.slice(0, index + 1).join('\n').length <= chars)
	const names = skills.slice(shown.length).map(({ name }) => name)
	const also = names.length > 0 ? [`- also: ${names.join(', ').slice(0, chars)}`] : []
	return [...shown, ...also].join('\n')
}
