/** The running relay's own diagnosis: for the page through a room, and for the command over loopback. */
import { randomBytes } from 'node:crypto'
import type { Check, Diagnosis } from '@fairlead/protocol/editors/diagnosis'
import type { EditorPort } from '../editors/editor-port.ts'
import type { Clock } from '../platform/clock.ts'
import type { Machine } from '../unity/machine.ts'
import { hasOnlyUnitysPackage } from '../unity/package/package-state.ts'
import { checkSelf, diagnose } from './diagnose.ts'
import { checkDesk } from './editor-checks.ts'
import type { RelayStatus } from './status.ts'

const ID_BYTES = 8

export interface DoctorPorts {
	readonly home: string
	readonly clock: Clock
	status(): RelayStatus
	portOf(editorKey: string): EditorPort | null
	readonly machine: Machine
}

export class RelayDoctor {
	readonly #ports: DoctorPorts
	/** Shared diagnoses by room: several viewers may ask at once, and each diagnosis asks servers. */
	readonly #underWay = new Map<string, Promise<Diagnosis>>()

	constructor(ports: DoctorPorts) {
		this.#ports = ports
	}

	/** The links, the editors and their calls. `room`: only that project's; null: all. */
	checkDesk(room: string | null): Promise<Check[]> {
		return checkDesk(
			{
				status: this.#ports.status(),
				portOf: this.#ports.portOf,
				hasOnlyUnitysPackage: (folder) => hasOnlyUnitysPackage(this.#ports.machine, folder),
				clock: this.#ports.clock,
				elapsed: () => performance.now(),
				randomId: () => randomBytes(ID_BYTES).toString('hex'),
			},
			room,
		)
	}

	/** Everything that concerns this project. */
	forRoom(room: string): Promise<Diagnosis> {
		const known = this.#underWay.get(room)
		if (known) return known
		const { home, clock, status } = this.#ports
		const begun = diagnose({
			home,
			room,
			env: process.env,
			now: () => clock.now(),
			relay: async () => [...checkSelf(status().port), ...(await this.checkDesk(room))],
		}).finally(() => this.#underWay.delete(room))
		this.#underWay.set(room, begun)
		return begun
	}
}
