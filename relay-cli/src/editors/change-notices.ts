/** Tells of the changes of one editor: the first at once, those that follow it together, so that few notices go out. */
import type { ChangeScope } from '@fairlead/protocol/editors/editors'
import type { Clock } from '../platform/clock.ts'

export class ChangeNotices {
	readonly #clock: Pick<Clock, 'after'>
	readonly #intervalMs: number
	readonly #tell: (scopes: ChangeScope[]) => void
	readonly #scopes = new Set<ChangeScope>()
	/** The last notice is younger than the interval. */
	#isHeld = false

	constructor(
		clock: Pick<Clock, 'after'>,
		intervalMs: number,
		tell: (scopes: ChangeScope[]) => void,
	) {
		this.#clock = clock
		this.#intervalMs = intervalMs
		this.#tell = tell
	}

	add(scopes: readonly ChangeScope[]): void {
		for (const scope of scopes) this.#scopes.add(scope)
		if (!this.#isHeld) this.#pass()
	}

	#pass(): void {
		this.#isHeld = this.#scopes.size > 0
		if (!this.#isHeld) return
		const gathered = [...this.#scopes]
		this.#scopes.clear()
		this.#tell(gathered)
		this.#clock.after(this.#intervalMs, () => this.#pass())
	}
}
