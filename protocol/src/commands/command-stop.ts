/** Stop for a command in the background, as the room asks a relay for it. */
import * as z from 'zod/mini'
import { EditorKey } from '../editors/editors.ts'
import { CommandHandle } from './command-requests.ts'
import { CommandStopped } from './running-commands.ts'

/** Room → relay, for a person. A refusal is an error whose message is for people. */
export const CommandRequests = {
	'commands.stop': {
		params: z.object({ editorKey: EditorKey, handle: CommandHandle }),
		result: CommandStopped,
	},
} as const
