/** The address of the running relay, which relay.json alone does not prove. */
import type { RelayFile } from '@fairlead/protocol/wire/editor-link'
import { fairleadHome, readRelayFile } from '../home/home.ts'
import { whoListens } from '../requests/dial.ts'
import { wroteRelayFile } from './relay-writer.ts'

/**
 * Returns null if no relay runs: after a crash, the process id and the port of relay.json may be those of other
 * programs. A relay that runs and does not answer counts.
 */
export async function runningRelay(home: string = fairleadHome()): Promise<RelayFile | null> {
	const file = await readRelayFile(home)
	if (file === null) return null
	if ((await whoListens(file)) === 'relay') return file
	return (await wroteRelayFile(file.pid, home)) === 'no' ? null : file
}
