/** A relay in this process with rooms, projects and editors around it, and one call that closes everything. */
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { type Relay, startRelay } from '../../src/app/relay.ts'
import type { RelayOptions } from '../../src/app/relay-options.ts'
import { addLink } from '../../src/home/links.ts'
import { editorKeyOf } from '../../src/home/project-key.ts'
import type { RelayEvent } from '../../src/platform/events.ts'
import { FakeEditor, type FakeEditorOptions } from '../fakes/fake-editor.ts'
import { FakeRoom, type FakeRoomOptions } from '../fakes/fake-room.ts'
import { ManualClock } from './manual-clock.ts'
import { Cleanups, makeUnityProject, temporaryFolder } from './support.ts'

export class RelayBench {
	readonly home: string
	/** Folder in which projects are made. */
	readonly folder: string
	readonly events: RelayEvent[] = []
	readonly cleanups = new Cleanups()
	/** The time of relays that are started with it, over restarts too. */
	readonly clock = new ManualClock()
	#relay: Relay | null = null

	constructor() {
		const folder = this.cleanups.add(temporaryFolder(), (made) => made.remove())
		this.folder = folder.path
		this.home = `${folder.path}/home`
	}

	get relay(): Relay {
		if (!this.#relay) throw new Error('start() first')
		return this.#relay
	}

	async start(options: RelayOptions = {}): Promise<Relay> {
		this.#relay = await startRelay({
			home: this.home,
			onEvent: (event) => this.events.push(event),
			...options,
		})
		this.cleanups.add(this.#relay, (relay) => relay.close())
		return this.#relay
	}

	/** Ends the relay and starts another with the same home. */
	async restart(options: RelayOptions = {}): Promise<Relay> {
		await this.relay.close()
		return this.start(options)
	}

	async room(options: FakeRoomOptions = {}): Promise<FakeRoom> {
		return this.cleanups.add(await FakeRoom.start(options), (room) => room.stop())
	}

	/** A Unity project, linked to the room if one is given. */
	async project(name: string, room?: FakeRoom): Promise<string> {
		const path = makeUnityProject(this.folder, name)
		if (room) await addLink(path, room.link, this.home)
		return path
	}

	/** The seat of a project folder; needs a started relay. */
	keyOf(projectPath: string): string {
		return editorKeyOf(this.relay.relayId, projectPath)
	}

	editor(projectPath: string, options: Partial<FakeEditorOptions> = {}): FakeEditor {
		return this.cleanups.add(new FakeEditor({ projectPath, ...options }), (editor) =>
			editor.disconnect(CLOSE.reloading),
		)
	}

	/** An editor that has said hello. */
	async connectedEditor(
		projectPath: string,
		options: Partial<FakeEditorOptions> = {},
	): Promise<FakeEditor> {
		const editor = this.editor(projectPath, options)
		await editor.connect(this.relay)
		return editor
	}

	end(): Promise<void> {
		return this.cleanups.run()
	}
}
