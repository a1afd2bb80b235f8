/** Prompts that a person has saved, to be put into a message by their name. JSON bodies of `/api`. */
import * as z from 'zod/mini'
import { Id } from '../http/id.ts'

export const SAVED_PROMPT = {
	nameChars: 80,
	textChars: 8_000,
	/** Prompts of one account. */
	perAccount: 50,
} as const

export const PromptName = z.string().check(
	z.trim(),
	z.minLength(1, 'Give it a name: you find it by this.'),
	z.maxLength(SAVED_PROMPT.nameChars, `Use at most ${SAVED_PROMPT.nameChars} characters.`),
	z.refine((name) => !/\p{C}/u.test(name), 'Use one line, without invisible characters.'),
)

export const PromptText = z
	.string()
	.check(
		z.minLength(1, 'Write what it puts into a message.'),
		z.maxLength(
			SAVED_PROMPT.textChars,
			`Use at most ${SAVED_PROMPT.textChars.toLocaleString('en')} characters.`,
		),
	)

export const SavedPrompt = z.object({
	id: Id,
	name: PromptName,
	text: PromptText,
	/** Unix milliseconds. */
	updatedAt: z.int(),
})
export type SavedPrompt = z.infer<typeof SavedPrompt>

/** Sorted by name. */
export const SavedPromptList = z.object({ prompts: z.array(SavedPrompt) })
export type SavedPromptList = z.infer<typeof SavedPromptList>

export const PutSavedPrompt = z.object({ name: PromptName, text: PromptText })
