/** How a relay is started. */

import type { RelayStatus } from '../doctor/status.ts'
import type { DialogSystem } from '../outside/dialogs/dialog-system.ts'
import type { Clock } from '../platform/clock.ts'
import type { RelayEvent } from '../platform/events.ts'
import type { Timing } from '../platform/timing.ts'
import type { Machine } from '../unity/machine.ts'
import type { SetUpOptions } from './this-set-up.ts'

export interface RelayOptions extends SetUpOptions {
	/** Default: FAIRLEAD_HOME or ~/.fairlead. */
	readonly home?: string
	/** Port on 127.0.0.1. Default 0: any free one. */
	readonly port?: number
	/** Default: foreground. */
	readonly mode?: RelayStatus['mode']
	/** False: no project's room is dialed; only programs on this machine use the editors. Default true. */
	readonly rooms?: boolean
	readonly onEvent?: (event: RelayEvent) => void
	/** `fairlead stop`, from another process. Default: closes the relay. */
	readonly onStopRequested?: () => void
	readonly timing?: Partial<Timing>
	readonly clock?: Clock
	/** Default: this one. */
	readonly machine?: Machine
	/** Logs that all Unity projects share. Default: where Unity writes them. */
	readonly globalLogs?: readonly string[]
	/** Default: that of this computer. */
	readonly dialogs?: DialogSystem
}
