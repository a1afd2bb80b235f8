/** The running relay's state, for commands that also work without one. */
import type { RelayStatus } from '../../doctor/status.ts'

const ANSWER_TIMEOUT_MS = 5_000

/** null if no relay runs in this home folder, or it does not answer as this version does. */
export async function runningStatus(home: string): Promise<RelayStatus | null> {
	const [{ readRelayFile }, { askRelay }, { RelayStatus: Status }] = await Promise.all([
		import('../../home/home.ts'),
		import('../../requests/local-client.ts'),
		import('../../doctor/status.ts'),
	])
	const file = await readRelayFile(home).catch(() => null)
	if (file === null) return null
	const asked = { method: 'GET', path: '/status', timeoutMs: ANSWER_TIMEOUT_MS } as const
	const status = Status.safeParse(await askRelay(file, asked).catch(() => null))
	return status.success ? status.data : null
}

/** The folders of the editors that are connected to the relay; none if it does not run or respond. */
export async function connectedHere(): Promise<string[]> {
	const [{ fairleadHome }, { connectedFolders }] = await Promise.all([
		import('../../home/home.ts'),
		import('../../doctor/status.ts'),
	])
	const status = await runningStatus(fairleadHome())
	return status === null ? [] : connectedFolders(status.editors)
}
