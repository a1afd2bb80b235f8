/** Triggers of scripts that would run in Unity: the console says so, since no script runs here. */
import type { Core } from '../core.ts'
import { plainPathOf } from '../scene/objects.ts'
import type { ObjectRecord } from '../scene/records.ts'

/** Per play session; further ones are not logged. */
const MAX_TOLD = 20

export class TriggerLog {
	#told = 0

	entered(core: Core, triggerId: string, otherId: string): void {
		const [trigger, other] = [core.world.object(triggerId), core.world.object(otherId)]
		const scripts = [trigger, other].flatMap((record) => scriptsOf(core, record))
		if (scripts.length === 0 || this.#told >= MAX_TOLD) return
		this.#told++
		core.console.add({
			type: 'log',
			message: `${plainPathOf(core.world, other)} entered the trigger ${plainPathOf(core.world, trigger)}. In Unity, OnTriggerEnter would be called now where ${scripts.join(', ')} has it; the simulated editor runs no scripts.`,
		})
	}
}

const scriptsOf = (core: Core, { components }: ObjectRecord): string[] =>
	components.map(({ type }) => type).filter((type) => core.types.find(type)?.isUserScript)
