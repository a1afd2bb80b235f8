/** The answer to `GET /status` of a running relay, also printed by `fairlead status --json`. */
import { EditorSeat } from '@fairlead/protocol/editors'
import * as z from 'zod/mini'

export const RelayStatus = z.object({
	version: z.string(),
	relayId: z.string(),
	pid: z.int(),
	port: z.int(),
	home: z.string(),
	/** Unix milliseconds. */
	startedAt: z.int(),
	/** How it was started; `service`: at login, by the system. */
	mode: z.enum(['foreground', 'detached', 'service']),
	/** It was given its port, and keeps it when it is restarted. */
	fixedPort: z.boolean(),
	/** The newest version that one of its servers knows; null: its own. */
	newest: z.nullable(z.string()),
	editors: z.array(
		z.extend(EditorSeat, {
			/** Null for an editor whose folder is not linked. */
			project: z.nullable(z.object({ server: z.string(), projectId: z.string() })),
		}),
	),
	links: z.array(
		z.object({
			server: z.string(),
			projectId: z.string(),
			/** Absent until the room has sent it. */
			projectName: z.nullable(z.string()),
			state: z.enum(['dialing', 'greeting', 'linked', 'waiting', 'stopped', 'closed']),
			/** Why it waits or has stopped, and what to do. */
			reason: z.nullable(z.string()),
			hint: z.nullable(z.string()),
			folders: z.array(z.string()),
		}),
	),
})
export type RelayStatus = z.infer<typeof RelayStatus>
