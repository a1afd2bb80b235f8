/** A `SKILL.md` in its folder, by the rules of agentskills.io. */
import { parseSkillText, type SkillText } from '@fairlead/protocol/projects/skill-text'

/** @returns a reason, as the end of a sentence that begins with the file's path, where the file breaks a rule */
export async function parseSkill(
	text: string,
	folderName: string,
): Promise<SkillText | { readonly broken: string }> {
	// Only projects with skills pay for the parser.
	const { parseDocument } = await import('yaml')
	const skill = parseSkillText(text, parseDocument)
	if ('broken' in skill || skill.name === folderName) return skill
	return { broken: `has the name "${skill.name}", which is not its folder's` }
}
