/** What the commands `fairlead mcp log` and `revert` ask of the running relay. */

import { readRelayFile } from '../../home/home.ts'
import type { LoggedCall } from '../../mcp-server/changes/call-log.ts'
import type { Reverted } from '../../mcp-server/changes/revert.ts'
import { homeInUse } from '../running/home-in-use.ts'
import { CommandError, EXIT } from '../terminal.ts'

/** A revert may have to wait for an import. */
const ANSWER_TIMEOUT_MS = 600_000

export const askLog = (limit: number): Promise<LoggedCall[]> =>
	ask<LoggedCall[]>(`log?limit=${limit}`)

export const askRevert = (callIds: readonly string[], force: boolean): Promise<Reverted> =>
	ask<Reverted>('revert', { callIds, force })

/** @throws {CommandError} when no relay runs, or it does not answer */
async function ask<T>(path: string, body?: unknown): Promise<T> {
	const { home } = await homeInUse()
	const file = await readRelayFile(home)
	if (file === null)
		throw new CommandError(
			'The relay is not running. Start it with "npm run fairlead -- up".',
			EXIT.notRunning,
		)
	const answer = await fetch(`http://127.0.0.1:${file.port}/mcp/${path}`, {
		method: body === undefined ? 'GET' : 'POST',
		headers: { authorization: `Bearer ${file.token}` },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		redirect: 'error',
		signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
	}).catch((error: Error) => {
		throw new CommandError(
			`The relay on port ${file.port} could not be reached: ${error.message}.`,
			EXIT.notRunning,
		)
	})
	if (!answer.ok)
		throw new CommandError(`The relay answered ${answer.status}. Restart it if it is older.`)
	return (await answer.json()) as T
}
