/** A `SKILL.md` that a person chose. */
import { parseSkillText, type SkillText } from '@fairlead/protocol/projects/skill-text'
import { SKILL } from '@fairlead/protocol/projects/skills'

/** Four bytes of UTF-8 to a character, and room for front matter. */
const MAX_BYTES = 4 * SKILL.instructionsChars + 16_384

/** @returns what is wrong, as a sentence, if it is no skill */
export async function readSkillFile(file: File): Promise<SkillText | { readonly broken: string }> {
	if (file.size > MAX_BYTES)
		return { broken: `${file.name} is too large: a skill has at most 24,000 characters.` }
	const text = (await file.text()).replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
	const { parseDocument } = await import('yaml')
	const skill = parseSkillText(text, parseDocument)
	return 'broken' in skill ? { broken: `${file.name} ${skill.broken}.` } : skill
}
