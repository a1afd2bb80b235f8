/** Requests about commands of the agent: of a page to the room, and of the room to a relay. A read that is lost is asked again: no end journals it. */
import * as z from 'zod/mini'
import { EditorKey } from '../editors/editors.ts'
import { CallId } from '../wire/calls.ts'

export const CommandHandle = z
	.string()
	.check(
		z.regex(
			/^cmd_[0-9a-f]{6}$/,
			'Write the handle that run_command answered with, such as "cmd_5f2c81".',
		),
	)

/** The owner of an output: a call that runs, or a command in the background. */
export const CommandAsked = z.union([
	z.strictObject({ callId: CallId }),
	z.strictObject({ handle: CommandHandle }),
])
export type CommandAsked = z.infer<typeof CommandAsked>

const FromByte = z.optional(z.int().check(z.nonnegative()))

/** Page → room. The folder of a call is where the room has sent it. */
export const ViewerCommandRead = z.discriminatedUnion('of', [
	z.object({ of: z.literal('call'), callId: CallId, fromByte: FromByte }),
	z.object({
		of: z.literal('command'),
		editorKey: EditorKey,
		handle: CommandHandle,
		fromByte: FromByte,
	}),
	z.object({ of: z.literal('folder'), editorKey: EditorKey }),
])
export type ViewerCommandRead = z.infer<typeof ViewerCommandRead>

/** Room → relay, under ids of reads. Results are outcomes. */
export const CommandReads = {
	'commands.list': z.object({ editorKey: EditorKey }),
	'commands.output': z.object({ editorKey: EditorKey, of: CommandAsked, fromByte: FromByte }),
} as const
export type CommandRead = keyof typeof CommandReads
