import { UserError } from '../platform/user-error.ts'

/** Another relay runs with the same home folder. */
export class RelayRunningError extends UserError {
	constructor(home: string, pid: number | null) {
		super(
			`A relay is already running with ${home}${pid === null ? '' : ` (pid ${pid})`}. One serves all editors of this user. To put this one in its place, add --replace; to run a second one, set FAIRLEAD_HOME to another folder.`,
		)
	}
}
