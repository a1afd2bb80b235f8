/** Requests of the commands `fairlead mcp log` and `revert` to the running relay. */
import * as z from 'zod/mini'
import { askRelay, type LocalRequest } from '../../requests/local-client.ts'
import { runningRelay } from '../../service/running-relay.ts'
import { homeInUse } from '../running/home-in-use.ts'
import { CommandError, EXIT } from '../terminal.ts'

/** A revert may have to wait for an import. */
const ANSWER_TIMEOUT_MS = 600_000

/** `LoggedCall`, as far as it is printed. */
const Logged = z.array(
	z.looseObject({
		callId: z.string(),
		client: z.string(),
		summary: z.string(),
		at: z.number(),
		ended: z.nullable(z.string()),
		reverted: z.nullable(z.enum(['wholly', 'partly', 'nothing'])),
	}),
)
const Reverted = z.object({ ok: z.boolean(), said: z.array(z.string()) })

export const askLog = (limit: number): Promise<z.infer<typeof Logged>> =>
	ask(Logged, { method: 'GET', path: `/mcp/log?limit=${limit}` })

export const askRevert = (
	callIds: readonly string[],
	force: boolean,
): Promise<z.infer<typeof Reverted>> =>
	ask(Reverted, { method: 'POST', path: '/mcp/revert', body: { callIds, force } })

/** @throws {CommandError} when no relay runs, or it does not answer as this version does */
async function ask<T extends z.ZodMiniType>(
	answer: T,
	asked: Omit<LocalRequest, 'timeoutMs'>,
): Promise<z.infer<T>> {
	const { home, ofStart } = await homeInUse()
	const file = await runningRelay(home)
	if (file === null)
		throw new CommandError(
			`The relay is not running (home folder ${home}). Start it with "npm run fairlead -- up".`,
			EXIT.notRunning,
		)
	const again = ofStart
		? 'Start "npm start" again.'
		: 'Restart it with "npm run fairlead -- restart".'
	const json = await askRelay(file, { ...asked, timeoutMs: ANSWER_TIMEOUT_MS }).catch(
		(error: Error) => {
			throw new CommandError(
				`The relay (pid ${file.pid}) could not be asked: ${error.message}. ${again}`,
				EXIT.notRunning,
			)
		},
	)
	const parsed = z.safeParse(answer, json)
	if (!parsed.success)
		throw new CommandError(
			`The relay (pid ${file.pid}) does not answer as this version does. ${again}`,
		)
	return parsed.data
}
