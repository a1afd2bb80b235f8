/** The triangles of what is drawn: Unity's own meshes, boxes, and meshes that the editor sends. */
import type { MeshAnswer, ViewObject } from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import {
	Box3,
	BoxGeometry,
	BufferAttribute,
	BufferGeometry,
	CapsuleGeometry,
	CylinderGeometry,
	PlaneGeometry,
	SphereGeometry,
	Vector3,
} from 'three'

export type Shape = NonNullable<ViewObject['shape']>

/** Shown by its bounds. */
const BOX = 'box'

const PRIMITIVES: Readonly<Record<string, () => BufferGeometry>> = {
	Cube: () => new BoxGeometry(1, 1, 1),
	Sphere: () => new SphereGeometry(0.5, 32, 20),
	Capsule: () => new CapsuleGeometry(0.5, 1, 10, 28),
	Cylinder: () => new CylinderGeometry(0.5, 0.5, 2, 32),
	Plane: () => new PlaneGeometry(10, 10).rotateX(-Math.PI / 2),
	Quad: () => new PlaneGeometry(1, 1),
}

export const isPrimitive = (mesh: string): boolean => Object.hasOwn(PRIMITIVES, mesh)
/** Whether the editor has triangles of it. */
export const isSent = (mesh: string): boolean => mesh !== BOX && !isPrimitive(mesh)

/** In the object's own space, mirrored as everything here. */
export function boundsOf(shape: Shape, known: BufferGeometry | undefined): Box3 {
	if (shape.bounds) {
		const [x = 0, y = 0, z = 0, halfX = 0, halfY = 0, halfZ = 0] = shape.bounds
		const half = new Vector3(halfX, halfY, halfZ)
		const centre = new Vector3(x, y, -z)
		return new Box3(centre.clone().sub(half), centre.add(half))
	}
	if (known && known.boundingBox === null) known.computeBoundingBox()
	return known?.boundingBox?.clone() ?? new Box3()
}

const bytesOf = (base64url: string): ArrayBuffer => {
	const letters = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
	return Uint8Array.from(letters, (letter) => letter.charCodeAt(0)).buffer
}

/** @throws DOMException if a text is not base64url; RangeError if it ends in the middle of a number */
export function geometryOf(answer: MeshAnswer): BufferGeometry {
	const parts = new Int16Array(bytesOf(answer.vertices))
	const [x = 0, y = 0, z = 0, halfX = 0, halfY = 0, halfZ = 0] = answer.bounds
	const positions = new Float32Array(parts.length)
	const axis = (i: number): readonly [number, number, number] =>
		i === 0 ? [x, halfX, 1] : i === 1 ? [y, halfY, 1] : [z, halfZ, -1]
	for (let i = 0; i < parts.length; i++) {
		const [centre, half, sign] = axis(i % 3)
		positions[i] = sign * (centre + ((parts[i] ?? 0) / 32_767) * half)
	}
	const geometry = new BufferGeometry()
	geometry.setAttribute('position', new BufferAttribute(positions, 3))
	const indices = new Uint16Array(bytesOf(answer.triangles))
	// Unity's front is clockwise, WebGL's counter-clockwise.
	for (let i = 0; i + 2 < indices.length; i += 3) indices.subarray(i, i + 3).reverse()
	geometry.setIndex(new BufferAttribute(indices, 1))
	geometry.computeVertexNormals()
	return geometry
}

/** One geometry for each mesh, made once. */
export class Shapes {
	readonly #made = new Map<string, BufferGeometry>()

	/** Returns undefined for a mesh that has not arrived yet. */
	get(mesh: string): BufferGeometry | undefined {
		const known = this.#made.get(mesh)
		const make = isPrimitive(mesh) ? PRIMITIVES[mesh] : undefined
		if (known || !make) return known
		const made = make()
		this.#made.set(mesh, made)
		return made
	}

	/** The box of a shape that has nothing else to show. */
	box(bounds: readonly number[]): BufferGeometry {
		const key = `box ${bounds.join()}`
		const known = this.#made.get(key)
		if (known) return known
		const [x = 0, y = 0, z = 0, halfX = 0, halfY = 0, halfZ = 0] = bounds
		// Flat things stay things: a sprite has no depth.
		const size = (half: number): number => Math.max(half * 2, 0.001)
		const made = new BoxGeometry(size(halfX), size(halfY), size(halfZ)).translate(x, y, -z)
		this.#made.set(key, made)
		return made
	}

	add(mesh: string, geometry: BufferGeometry): void {
		this.#made.get(mesh)?.dispose()
		this.#made.set(mesh, geometry)
	}

	dispose(): void {
		for (const geometry of this.#made.values()) geometry.dispose()
		this.#made.clear()
	}
}
