/** The running relay's state, for commands that also work without one. */

import { connectedFolders, RelayStatus } from '../../doctor/status.ts'
import { readRelayFile } from '../../home/home.ts'
import { askRelay } from '../../requests/local-client.ts'

const ANSWER_TIMEOUT_MS = 5_000

/** The folders of the editors that are connected to the relay; none if it does not run or respond. */
export async function connectedHere(): Promise<string[]> {
	const file = await readRelayFile().catch(() => null)
	if (file === null) return []
	const asked = { method: 'GET', path: '/status', timeoutMs: ANSWER_TIMEOUT_MS } as const
	const status = RelayStatus.safeParse(await askRelay(file, asked).catch(() => null))
	return status.success ? connectedFolders(status.data.editors) : []
}
