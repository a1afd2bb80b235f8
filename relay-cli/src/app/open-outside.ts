/** The watch over projects whose editor is not connected, with this relay's parts. */

import type { SeatRegistry } from '../editors/seat-registry.ts'
import type { DialogPorts } from '../outside/dialogs/dialog-answers.ts'
import { OutsideWatch } from '../outside/outside-watch.ts'
import { ProjectLooks } from '../outside/project-look.ts'
import type { Clock } from '../platform/clock.ts'
import type { Timing } from '../platform/timing.ts'
import { thisMachine } from '../unity/this-machine.ts'
import type { RelayOptions } from './relay-options.ts'

interface OutsideParts {
	readonly clock: Clock
	readonly timing: Timing
	readonly seats: SeatRegistry
	readonly dialogs: DialogPorts
}

export function openOutside(
	{ machine = thisMachine(), globalLogs }: Pick<RelayOptions, 'machine' | 'globalLogs'>,
	{ clock, timing, seats, dialogs }: OutsideParts,
): OutsideWatch {
	const projects = new ProjectLooks(machine, () => clock.now(), timing.outsideProcessesMs)
	return new OutsideWatch({
		clock,
		pollMs: timing.outsidePollMs,
		quietMs: timing.outsideQuietMs,
		watched: () => seats.speechless(),
		look: (folder) => projects.look(folder),
		dialogOf: (pid) => dialogs.dialogs.seen(pid),
		told: (editorKey, outside, pid) => seats.reportOutside(editorKey, outside, pid),
		...(globalLogs ? { globalLogs } : {}),
	})
}
