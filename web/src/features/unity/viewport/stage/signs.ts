/** Cameras and lights, which have no shape of their own: lines where they are and where they look. */
import type { ViewObject } from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import { BufferGeometry, type Group, LineBasicMaterial, LineSegments, Vector3 } from 'three'
import { matrixOf } from './pose.ts'

/** A camera's frustum is drawn this deep, metres; a light's ray this long. */
const DEPTH = 1.2
const RAY = 0.9
const RING = 0.18
const RING_PARTS = 16

type Line = readonly [x: number, y: number, z: number]

/** In three.js's space: forward is -Z. */
function frustumOf({
	fieldOfView,
	orthographicSize,
	aspect,
}: NonNullable<ViewObject['camera']>): Line[] {
	const isWide = fieldOfView !== null
	const half = isWide
		? Math.tan((Math.min(fieldOfView, 170) * Math.PI) / 360) * DEPTH
		: Math.min(orthographicSize ?? 5, DEPTH)
	const [w, h] = [half * aspect, half]
	const near: Line[] = isWide
		? [
				[0, 0, 0],
				[0, 0, 0],
				[0, 0, 0],
				[0, 0, 0],
			]
		: [
				[-w, -h, 0],
				[w, -h, 0],
				[w, h, 0],
				[-w, h, 0],
			]
	const far: Line[] = [
		[-w, -h, -DEPTH],
		[w, -h, -DEPTH],
		[w, h, -DEPTH],
		[-w, h, -DEPTH],
	]
	const lines: Line[] = []
	for (let i = 0; i < 4; i++) {
		const next = (i + 1) % 4
		lines.push(near[i] as Line, far[i] as Line, far[i] as Line, far[next] as Line)
		if (!isWide) lines.push(near[i] as Line, near[next] as Line)
	}
	return lines
}

function raysOf({ type }: NonNullable<ViewObject['light']>): Line[] {
	const lines: Line[] = []
	const at = (i: number): Line => {
		const angle = (i / RING_PARTS) * Math.PI * 2
		return [Math.cos(angle) * RING, Math.sin(angle) * RING, 0]
	}
	for (let i = 0; i < RING_PARTS; i++) lines.push(at(i), at(i + 1))
	if (type === 'point' || type === 'area') {
		for (let i = 0; i < RING_PARTS; i += 2) {
			const [x, y] = at(i)
			lines.push([x * 1.4, y * 1.4, 0], [x * 2.2, y * 2.2, 0])
		}
	} else {
		for (let i = 0; i < RING_PARTS; i += 4) {
			const [x, y] = at(i)
			const spread = type === 'spot' ? 2.2 : 1
			lines.push([x, y, 0], [x * spread, y * spread, -RAY])
		}
	}
	return lines
}

export class Signs {
	readonly #parent: Group
	readonly #signs = new Map<string, LineSegments>()
	readonly #cameras = new LineBasicMaterial({ transparent: true, opacity: 0.8 })
	readonly #lights = new LineBasicMaterial({ transparent: true, opacity: 0.9 })

	constructor(parent: Group) {
		this.#parent = parent
	}

	/** @param line of a camera, @param lamp of a light: CSS colours */
	paint(line: string, lamp: string): void {
		this.#cameras.color.set(line)
		this.#lights.color.set(lamp)
	}

	set(object: ViewObject): void {
		this.remove(object.id)
		const { camera, light } = object
		if (!camera && !light) return
		const points = (camera ? frustumOf(camera) : light ? raysOf(light) : []).map(
			(line) => new Vector3(...line),
		)
		const lines = new LineSegments(
			new BufferGeometry().setFromPoints(points),
			camera ? this.#cameras : this.#lights,
		)
		lines.matrixAutoUpdate = false
		this.#signs.set(object.id, lines)
		this.#parent.add(lines)
		this.move(object)
	}

	move(object: ViewObject): void {
		const lines = this.#signs.get(object.id)
		if (!lines) return
		// Without the object's scale: a sign is a sign.
		const matrix = matrixOf(object.pose)
		const [position, rotation, scale] = [new Vector3(), lines.quaternion.clone(), new Vector3()]
		matrix.decompose(position, rotation, scale)
		lines.matrix.compose(position, rotation, new Vector3(1, 1, 1))
		lines.matrixWorldNeedsUpdate = true
	}

	remove(id: string): void {
		const lines = this.#signs.get(id)
		if (!lines) return
		this.#parent.remove(lines)
		lines.geometry.dispose()
		this.#signs.delete(id)
	}

	clear(): void {
		for (const id of [...this.#signs.keys()]) this.remove(id)
	}

	/** Ids and places, for a click near one. */
	*places(): Generator<{ id: string; at: Vector3 }> {
		for (const [id, lines] of this.#signs)
			yield { id, at: new Vector3().setFromMatrixPosition(lines.matrix) }
	}

	placeOf(id: string): Vector3 | null {
		const lines = this.#signs.get(id)
		return lines ? new Vector3().setFromMatrixPosition(lines.matrix) : null
	}
}
