/** What the running relay knows, for commands that also work without one. */
import { readRelayFile } from '../home.ts'
import { askRelay } from '../local-client.ts'
import { connectedFolders, RelayStatus } from '../status.ts'

const ANSWER_TIMEOUT_MS = 5_000

/** The folders of the editors that are connected to the relay; none if it does not run or respond. */
export async function connectedHere(): Promise<string[]> {
	const file = await readRelayFile().catch(() => null)
	if (file === null) return []
	const asked = { method: 'GET', path: '/status', timeoutMs: ANSWER_TIMEOUT_MS } as const
	const status = RelayStatus.safeParse(await askRelay(file, asked).catch(() => null))
	return status.success ? connectedFolders(status.data.editors) : []
}
