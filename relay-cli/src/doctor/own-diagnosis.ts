/** The whole machine's diagnosis, from a command. */
import type { Diagnosis } from '@fairlead/protocol/editors/diagnosis'
import { RELAY_VERSION } from '../platform/version.ts'
import { diagnose } from './diagnose.ts'
import { checkRelay } from './relay-checks.ts'
import type { WhichHome } from './which-home.ts'

/** Never rejects. */
export const ownDiagnosis = (which: WhichHome): Promise<Diagnosis> =>
	diagnose({
		home: which.home,
		room: null,
		env: process.env,
		now: Date.now,
		relay: () => checkRelay(which, RELAY_VERSION),
	})
