/** Skills: instructions that the agent is offered by name, and loads when it needs them. By the rules of agentskills.io. */
import * as z from 'zod/mini'

export const SKILL = {
	descriptionChars: 1_024,
	/** Longest text of an account's skill; `load_skill` returns as much of any. */
	instructionsChars: 24_000,
	/** Skills of one account. */
	perAccount: 30,
} as const

/** Also the name of the skill's folder. */
export const SkillName = z
	.string()
	.check(
		z.maxLength(64, 'Use at most 64 characters.'),
		z.regex(
			/^[a-z0-9]+(?:-[a-z0-9]+)*$/,
			'Use lower-case letters, digits and single hyphens, such as level-design.',
		),
	)

export const SkillDescription = z
	.string()
	.check(
		z.trim(),
		z.minLength(1, 'Say what the skill is for: the agent chooses by this.'),
		z.maxLength(SKILL.descriptionChars, `Use at most ${SKILL.descriptionChars} characters.`),
	)

export const SkillInstructions = z
	.string()
	.check(
		z.trim(),
		z.minLength(1, 'Write what the agent should do.'),
		z.maxLength(
			SKILL.instructionsChars,
			`Use at most ${SKILL.instructionsChars.toLocaleString('en')} characters.`,
		),
	)

/** A skill of a person, offered in every run that this person begins. */
export const AccountSkill = z.object({
	name: SkillName,
	description: SkillDescription,
	instructions: SkillInstructions,
	/** Unix milliseconds. */
	updatedAt: z.int(),
})
export type AccountSkill = z.infer<typeof AccountSkill>

/** The skills, sorted by name. */
export const AccountSkillList = z.object({
	skills: z.array(z.omit(AccountSkill, { instructions: true })),
})
export type AccountSkillList = z.infer<typeof AccountSkillList>

export const PutSkill = z.object({
	description: SkillDescription,
	instructions: SkillInstructions,
})
export type PutSkill = z.infer<typeof PutSkill>
