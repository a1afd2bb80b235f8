/** The watch over projects whose editor is not connected, and over dialogs of editors, with this relay's parts. */

import { windowsOf } from '../editors/seat-process.ts'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import { readSettings } from '../home/settings.ts'
import type { DialogPorts } from '../outside/dialogs/dialog-answers.ts'
import { Dialogs } from '../outside/dialogs/dialogs.ts'
import { OutsideWatch } from '../outside/outside-watch.ts'
import { ProjectLooks } from '../outside/project-look.ts'
import type { Clock } from '../platform/clock.ts'
import type { Timing } from '../platform/timing.ts'
import { thisMachine } from '../unity/this-machine.ts'
import type { RelayOptions } from './relay-options.ts'

interface OutsideParts {
	readonly clock: Clock
	readonly timing: Timing
	readonly home: string
	readonly seats: SeatRegistry
}

type Options = Pick<RelayOptions, 'machine' | 'globalLogs' | 'dialogs'>

export function openOutside(
	{ machine = thisMachine(), globalLogs, dialogs: system }: Options,
	{ clock, timing, home, seats }: OutsideParts,
): { readonly outside: OutsideWatch; readonly dialogs: DialogPorts } {
	const projects = new ProjectLooks(machine, () => clock.now(), timing.outsideProcessesMs)
	const dialogs = new Dialogs(async () => (await readSettings(home)).dialogs, system)
	const outside = new OutsideWatch({
		clock,
		pollMs: timing.outsidePollMs,
		quietMs: timing.outsideQuietMs,
		watched: () => seats.speechless(),
		look: (folder) => projects.look(folder),
		dialogOf: (pid) => dialogs.seen(pid),
		told: (editorKey, seen, pid) => seats.reportOutside(editorKey, seen, pid),
		...(globalLogs ? { globalLogs } : {}),
	})
	const pidOf = (key: string): number | null => {
		const hello = seats.portOf(key)?.hello
		return hello ? windowsOf(hello) : outside.pidOf(key)
	}
	return { outside, dialogs: { dialogs, pidOf, answered: () => void outside.lookNow() } }
}
