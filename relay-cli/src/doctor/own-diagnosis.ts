/** The whole machine's diagnosis, from a command. */
import type { Diagnosis } from '@fairlead/protocol/editors/diagnosis'
import { RELAY_VERSION } from '../platform/version.ts'
import { diagnose } from './diagnose.ts'
import { checkRelay } from './relay-checks.ts'

/** Never rejects. */
export const ownDiagnosis = (home: string): Promise<Diagnosis> =>
	diagnose({
		home,
		room: null,
		env: process.env,
		now: Date.now,
		relay: () => checkRelay(home, RELAY_VERSION),
	})
