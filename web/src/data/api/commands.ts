/** Commands of the agent that run in the background, stopped from the page. */
import { CommandStopped } from '@fairlead/protocol/commands/running-commands'
import { api } from './client.ts'

export const stopCommand = (
	projectId: string,
	editorKey: string,
	handle: string,
): Promise<CommandStopped> =>
	api(
		CommandStopped,
		`/api/projects/${projectId}/seats/${encodeURIComponent(editorKey)}/commands/${handle}/stop`,
		{ method: 'POST' },
	)
