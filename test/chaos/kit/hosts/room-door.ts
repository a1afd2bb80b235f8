/** The way into the room: the relay dials with its token, viewers come through the routes, an outage closes it. */
import type { ProjectRoom } from '../../../../worker/src/rooms/project-room.ts'
import type { Faults } from '../faults.ts'
import type { Scheduler } from '../scheduler.ts'
import type { WireSocket } from '../shims/socket-shim.ts'
import { during, InstanceGone, type ObjectHost } from './object-host.ts'
import type { RelayHost } from './relay-host.ts'
import type { ServerSocket } from './room-sockets.ts'
import { type RpcNet, stub } from './rpc.ts'
import { makeWire, type WireEnd } from './wire.ts'

/** How long a relay with a revoked token stays unlinked. */
const RELINK_MS = [500, 20_000] as const

export interface DoorWorld {
	readonly scheduler: Scheduler
	readonly faults: Faults
	readonly net: RpcNet
	readonly room: ObjectHost<ProjectRoom>
	readonly relay: RelayHost
	readonly projectId: string
	/** Unhandled errors. */
	readonly troubles: string[]
	readonly wallNow: () => number
}

export class RoomDoor {
	readonly #world: DoorWorld
	#sockets = new Set<ServerSocket>()
	#outage = false
	/** Number of the relay's current token. */
	#token = 0
	readonly #revoked = new Set<string>()

	constructor(world: DoorWorld) {
		this.#world = world
	}

	/** Open sockets of the room; with a tag, only those that carry it. */
	sockets(tag?: string): ServerSocket[] {
		return [...this.#sockets].filter((socket) => tag === undefined || socket.tags.includes(tag))
	}

	add(socket: ServerSocket): void {
		socket.attachTo = (end) => this.#serve(socket, end)
		this.#sockets.add(socket)
	}

	/** All sockets are cut, and no relay gets in for this long. */
	outage(ms: number): void {
		this.#outage = true
		this.closeAll()
		this.#world.scheduler.after(ms, () => {
			this.#outage = false
		})
	}

	get #tokenId(): string {
		return `rtk_chaos${this.#token}`
	}

	/** Like its route; then a new one is created and the folder linked again. */
	revokeToken(): void {
		const id = this.#tokenId
		if (this.#revoked.has(id)) return
		this.#revoked.add(id)
		const change = { kind: 'ended', actor: { kind: 'relay', id } } as const
		const tell = async (): Promise<void> => {
			for (;;) {
				try {
					await stub(this.#world.net, this.#world.room, null)['rightsChanged']?.(change as never)
					return
				} catch {
					await this.#world.scheduler.sleep(RELINK_MS[0])
				}
			}
		}
		void tell()
		this.#world.scheduler.after(this.#world.faults.random.between(...RELINK_MS), () => {
			this.#token++
			this.#world.relay.kill(this.#world.faults.random.between(100, 1_000))
		})
	}

	dial(socket: WireSocket): void {
		this.#world.relay.adopt(socket)
		this.#world.scheduler.after(5, () => {
			if (this.#outage) {
				socket.attach(null)
				return
			}
			if (this.#revoked.has(this.#tokenId)) {
				socket.refuse(401)
				return
			}
			const { near, far } = makeWire(this.#world.scheduler, this.#world.faults, 'relay')
			void this.#accept(far)
			socket.attach(near)
		})
	}

	async #accept(end: WireEnd): Promise<void> {
		const actor = {
			kind: 'relay',
			id: this.#tokenId,
			projectId: this.#world.projectId,
			name: 'chaos',
		}
		const admission = { kind: 'relay', actor, projectName: 'Chaos' }
		const headers = {
			upgrade: 'websocket',
			'x-fairlead-admission': encodeURIComponent(JSON.stringify(admission)),
		}
		const request = new Request('https://room/socket', { headers })
		const { instance, life } = this.#world.room.get()
		const answer = await during(life, instance.fetch(request))
		const socket = (answer.webSocket as unknown as { peer: ServerSocket } | null)?.peer
		if (socket) this.#serve(socket, end)
		else end.drop()
	}

	/** Frames go to whichever instance of the room is live. */
	#serve(socket: ServerSocket, end: WireEnd): void {
		socket.end = end
		end.onFrame = (text) => {
			// Answered by the platform; the object keeps sleeping.
			if (text === 'ping') {
				socket.answeredAt = this.#world.wallNow()
				end.send('pong')
			} else this.#toRoom((room) => room.webSocketMessage(socket as never, text))
		}
		end.onClose = () => {
			this.#sockets.delete(socket)
			this.#toRoom((room) => room.webSocketClose(socket as never))
		}
	}

	#toRoom(tell: (room: ProjectRoom) => Promise<void>): void {
		const { instance, life } = this.#world.room.get()
		during(life, tell(instance)).catch((error: unknown) => {
			if (!(error instanceof InstanceGone))
				this.#world.troubles.push(`The room threw: ${String(error)}`)
		})
	}

	closeAll(): void {
		for (const socket of this.#sockets) socket.end?.drop()
		this.#sockets = new Set()
	}
}
