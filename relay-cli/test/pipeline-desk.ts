/** A project whose editor has only `com.unity.pipeline`, driven by a whole relay through a fake `unity`. */
import type { CallOutcome } from '@fairlead/protocol/calls'
import type { EditorSeat } from '@fairlead/protocol/editors'
import { vi } from 'vitest'
import type { FakeRoom } from './fake-room.ts'
import { FakeUnity } from './fake-unity.ts'
import { RelayBench } from './relay-bench.ts'
import { makeCall, until } from './support.ts'

/** No other timer of a relay has this time. */
const LOOK_MS = 5_003

export class PipelineDesk {
	readonly bench: RelayBench
	readonly room: FakeRoom
	readonly unity: FakeUnity
	/** The project's folder. */
	readonly path: string
	#calls = 0

	private constructor(bench: RelayBench, room: FakeRoom, unity: FakeUnity, path: string) {
		this.bench = bench
		this.room = room
		this.unity = unity
		this.path = path
	}

	/** A project with Unity's package; its relay is not started yet. `bench.end()` ends everything. */
	static async open({ linked = true } = {}): Promise<PipelineDesk> {
		const bench = new RelayBench()
		const unity = new FakeUnity(bench.folder)
		for (const [name, value] of Object.entries(unity.env)) vi.stubEnv(name, value)
		bench.cleanups.add(null, () => vi.unstubAllEnvs())
		const room = await bench.room()
		const path = await bench.project('Game', linked ? room : undefined)
		unity.install(path)
		return new PipelineDesk(bench, room, unity, path)
	}

	/** The key of the project's seat, once the relay is started. */
	get key(): string {
		return this.bench.keyOf(this.path)
	}

	async start(timing: Record<string, number> = {}): Promise<void> {
		await this.startRelay(timing)
		await this.room.hello()
	}

	async startRelay(timing: Record<string, number> = {}): Promise<void> {
		await this.bench.start({ timing: { pipelinePollMs: 20, pipelineStatusMs: 20_000, ...timing } })
	}

	/** Started with the clock of the bench: it looks for editors now, and then only when {@link looks} lets it. */
	async startWithClock(): Promise<void> {
		const { clock } = this.bench
		await this.bench.start({ clock, timing: { pipelinePollMs: LOOK_MS } })
		await this.room.hello()
		await this.#lookEnds()
	}

	/** The relay looks for editors this many times more. */
	async looks(times: number): Promise<void> {
		for (let i = 0; i < times; i++) {
			this.bench.clock.advance(LOOK_MS)
			await this.#lookEnds()
		}
	}

	/** Started, and reached through the bridge. */
	async reached(start = () => this.start()): Promise<void> {
		this.unity.running({ project: this.path })
		await start()
		await until('the seat', () => this.seat()?.phase === 'ready')
	}

	async #lookEnds(): Promise<void> {
		await until('the end of the look', () => this.bench.clock.hasTimerIn(LOOK_MS))
	}

	seat(): EditorSeat | undefined {
		return this.bench.relay.status().editors.find((one) => one.editorKey === this.key)
	}

	call(method: string, params: Record<string, unknown>, deadlineMs = 30_000): Promise<CallOutcome> {
		return this.room.call(this.key, makeCall(`c.${++this.#calls}`, method, params, deadlineMs))
	}

	create(more: Record<string, unknown> = {}): Promise<CallOutcome> {
		return this.call('unity_hierarchy', {
			action: 'create',
			name: 'Cube',
			primitive_type: 'Cube',
			...more,
		})
	}
}

export function resultOf(outcome: CallOutcome): Record<string, unknown> {
	if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome.error))
	return outcome.result as Record<string, unknown>
}

export function errorOf(outcome: CallOutcome): { code: string; message: string } {
	if (outcome.status !== 'error') throw new Error(`ended well: ${JSON.stringify(outcome.result)}`)
	return outcome.error
}
