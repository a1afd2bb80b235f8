/** A `SKILL.md`: front matter, then instructions. Pure; the YAML parser is the caller's, so that only those who meet a skill load it. */
import { SKILL, SkillName } from './skills.ts'

const FENCED = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/

/** The limit of the package `yaml`. */
export type ParseDocument = (text: string) => {
	readonly errors: readonly { readonly message: string }[]
	toJS(options: { readonly maxAliasCount: number }): unknown
}

export interface SkillText {
	readonly name: string
	/** On one line. */
	readonly description: string
	/** The text after the front matter. */
	readonly instructions: string
}

/**
 * @param text with LF
 * @returns a reason, as the end of a sentence that begins with the file's name, where the file breaks a rule
 */
export function parseSkillText(
	text: string,
	parse: ParseDocument,
): SkillText | { readonly broken: string } {
	const fenced = FENCED.exec(text)
	if (!fenced) return { broken: 'has no front matter between two lines "---"' }
	const document = parse(fenced[1] ?? '')
	const [error] = document.errors
	if (error)
		return { broken: `has front matter that is not valid YAML: ${firstLine(error.message)}` }
	let value: unknown
	try {
		value = document.toJS({ maxAliasCount: 10 })
	} catch {
		return { broken: 'has front matter with too many aliases' }
	}
	if (typeof value !== 'object' || value === null) return { broken: 'has empty front matter' }
	const { name, description } = value as Record<string, unknown>
	const named = SkillName.safeParse(name)
	if (!named.success)
		return {
			broken: 'needs a name of at most 64 lower-case letters, digits and single hyphens',
		}
	if (typeof description !== 'string' || description.trim() === '')
		return { broken: 'has no description' }
	if (description.length > SKILL.descriptionChars)
		return { broken: `has a description of more than ${SKILL.descriptionChars} characters` }
	return {
		name: named.data,
		description: description.trim().replace(/\s+/g, ' '),
		instructions: text.slice(fenced[0].length).trim(),
	}
}

const firstLine = (text: string): string =>
	(text.split('\n')[0] ?? '').replace(/:$/, '').slice(0, 200)
