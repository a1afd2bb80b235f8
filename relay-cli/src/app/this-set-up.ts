/** {@link ComputerSetUp} of the running relay: its links and logins, and this computer. */
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { connectedFolders } from '../doctor/status.ts'
import { addLink, readLinks } from '../home/links.ts'
import { readLogins } from '../home/logins.ts'
import { editorKeyOf } from '../home/project-key.ts'
import { ComputerSetUp } from '../unity/computer-set-up.ts'
import type { Machine } from '../unity/machine.ts'
import { manifestFile } from '../unity/package/install-package.ts'
import { packageSource } from '../unity/package/package-source.ts'
import type { SetUpPolicy } from '../unity/set-up-policy.ts'
import { type Start, startEditor } from '../unity/start-editor.ts'

export interface SetUpOptions {
	/** Default: paired. */
	readonly setUp?: SetUpPolicy
	/** Default: starts the program. */
	readonly startEditor?: Start
}

export function computerSetUp(
	relay: { readonly home: string; readonly relayId: string },
	machine: Machine,
	{ seats, now }: { readonly seats: () => readonly EditorSeat[]; readonly now: () => number },
	{ setUp = 'paired', startEditor: start = startEditor }: SetUpOptions,
): ComputerSetUp {
	const { home, relayId } = relay
	return new ComputerSetUp({
		policy: setUp,
		machine,
		manifests: manifestFile,
		start,
		packageSource: () => packageSource(machine, null),
		links: () => readLinks(home),
		addLink: (folder, link) => addLink(folder, link, home),
		isPaired: async ({ token }) => (await readLogins(home)).some((one) => one.token === token),
		editorKeyOf: (folder) => editorKeyOf(relayId, folder),
		connected: () => connectedFolders(seats()),
		now,
	})
}
