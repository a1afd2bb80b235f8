/** The objects that have a shape: in batches, each moving to its place within a moment. */
import type { ViewObject } from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import {
	BackSide,
	Box3,
	Color,
	FrontSide,
	type Group,
	type Material,
	type Matrix4,
	MeshBasicMaterial,
	MeshStandardMaterial,
	type Raycaster,
	SRGBColorSpace,
} from 'three'
import { Batch } from './batch.ts'
import { matrixOf } from './pose.ts'
import { boundsOf, type Shape, type Shapes } from './shapes.ts'

/** A move takes as long as the time to the next answer, roughly. */
const MOVE_MS = 120

interface Body {
	object: ViewObject
	shape: Shape
	batch: string
	readonly matrix: Matrix4
	/** Under way to another place. */
	move: { readonly from: Matrix4; readonly to: Matrix4; readonly began: number } | null
}

/** @param mirrored by a negative scale: its front is where others have their back */
function materialOf({ unlit, opacity, emission }: Shape, mirrored: boolean): Material {
	const see = {
		side: mirrored ? BackSide : FrontSide,
		...(opacity === undefined ? {} : { transparent: true, opacity, depthWrite: false }),
	}
	if (unlit) return new MeshBasicMaterial({ toneMapped: false, ...see })
	const material = new MeshStandardMaterial({ roughness: 0.75, metalness: 0, ...see })
	const [red = 0, green = 0, blue = 0] = emission ?? []
	material.emissive = new Color().setRGB(red, green, blue, SRGBColorSpace)
	return material
}

export class Bodies {
	readonly #parent: Group
	readonly #shapes: Shapes
	readonly #bodies = new Map<string, Body>()
	readonly #batches = new Map<string, Batch>()
	readonly #moving = new Set<Body>()

	constructor(parent: Group, shapes: Shapes) {
		this.#parent = parent
		this.#shapes = shapes
	}

	get size(): number {
		return this.#bodies.size
	}

	set(object: ViewObject): void {
		const { shape } = object
		const known = this.#bodies.get(object.id)
		if (!shape) {
			this.remove(object.id)
			return
		}
		const matrix = matrixOf(object.pose)
		const batch = this.#batchFor(shape, matrix.determinant() < 0)
		if (known && known.batch !== batch) this.remove(object.id)
		const body: Body = { object, shape, batch, matrix, move: null }
		if (known) this.#moving.delete(known)
		this.#bodies.set(object.id, body)
		this.#batches.get(batch)?.set(object.id, matrix, shape.color)
	}

	move(object: ViewObject, now: number): void {
		const body = this.#bodies.get(object.id)
		if (!body) return
		body.object = object
		body.move = { from: body.matrix.clone(), to: matrixOf(object.pose), began: now }
		this.#moving.add(body)
	}

	remove(id: string): void {
		const body = this.#bodies.get(id)
		if (!body) return
		this.#bodies.delete(id)
		this.#moving.delete(body)
		const batch = this.#batches.get(body.batch)
		batch?.remove(id)
		if (batch?.size === 0) {
			batch.dispose()
			this.#batches.delete(body.batch)
		}
	}

	clear(): void {
		for (const id of [...this.#bodies.keys()]) this.remove(id)
	}

	/** Its triangles are here: its objects are drawn with them. */
	reshape(mesh: string): void {
		for (const body of [...this.#bodies.values()])
			if (body.shape.mesh === mesh) this.set(body.object)
	}

	/** @returns true while something is under way */
	advance(now: number): boolean {
		for (const body of this.#moving) {
			const { move } = body
			if (!move) continue
			// A frame's time may be a little before its move's.
			const part = Math.max(0, Math.min(1, (now - move.began) / MOVE_MS))
			const { elements } = body.matrix
			for (let i = 0; i < 16; i++) {
				const from = move.from.elements[i] ?? 0
				elements[i] = from + ((move.to.elements[i] ?? 0) - from) * part
			}
			this.#batches.get(body.batch)?.move(body.object.id, body.matrix)
			if (part < 1) continue
			body.move = null
			this.#moving.delete(body)
		}
		return this.#moving.size > 0
	}

	/** Box of an object in its own space, and its place; null: it has no shape. */
	boxOf(id: string): { box: Box3; matrix: Matrix4 } | null {
		const body = this.#bodies.get(id)
		if (!body) return null
		return { box: boundsOf(body.shape, this.#shapes.get(body.shape.mesh)), matrix: body.matrix }
	}

	/** Around everything, or these, where they will be; empty: none has a shape. */
	bounds(ids: Iterable<string> = this.#bodies.keys()): Box3 {
		const all = new Box3()
		for (const id of ids) {
			const body = this.#bodies.get(id)
			if (!body) continue
			const box = boundsOf(body.shape, this.#shapes.get(body.shape.mesh))
			all.union(box.applyMatrix4(body.move?.to ?? body.matrix))
		}
		return all
	}

	/** The nearest object that the ray hits. */
	hit(ray: Raycaster): { id: string; distance: number } | null {
		let nearest: { id: string; distance: number } | null = null
		for (const batch of this.#batches.values())
			for (const { instanceId, distance } of ray.intersectObject(batch.mesh, false)) {
				const id = instanceId === undefined ? undefined : batch.idAt(instanceId)
				if (id === undefined || (nearest && nearest.distance <= distance)) continue
				nearest = { id, distance }
			}
		return nearest
	}

	#batchFor(shape: Shape, mirrored: boolean): string {
		const known = this.#shapes.get(shape.mesh)
		const geometry = known ?? this.#shapes.box(shape.bounds ?? [0, 0, 0, 0.5, 0.5, 0.5])
		const { unlit, opacity, emission } = shape
		const key = `${geometry.uuid} ${JSON.stringify([unlit, opacity, emission, mirrored])}`
		if (!this.#batches.has(key))
			this.#batches.set(key, new Batch(this.#parent, geometry, materialOf(shape, mirrored)))
		return key
	}
}
