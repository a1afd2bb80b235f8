/** Unity's primitives as triangles, in their own space, with Unity's sizes. */
import type { MeshKind, Vec3 } from './scene.ts'

export interface Mesh {
	/** x, y, z per vertex. */
	readonly positions: Float64Array
	/** Unit normals, x, y, z per vertex. */
	readonly normals: Float64Array
	/** Three per triangle, counter-clockwise by the right-hand rule around the outward normal. */
	readonly indices: Uint16Array
	/** Radius of the bounding sphere around the origin. */
	readonly radius: number
}

/** Smooth at the sizes pictures have, cheap enough for hundreds of objects. */
const SEGMENTS = 32
const RINGS = 16

class MeshBuilder {
	readonly #positions: number[] = []
	readonly #normals: number[] = []
	readonly #indices: number[] = []

	vertex(position: Vec3, normal: Vec3): number {
		this.#positions.push(...position)
		this.#normals.push(...normal)
		return this.#positions.length / 3 - 1
	}

	/** Turns the triangle so that it faces its vertices' normals; leaves out those without area. */
	triangle(a: number, b: number, c: number): void {
		const at = (i: number, k: number): number => this.#positions[i * 3 + k] ?? 0
		const edge = (i: number, j: number): Vec3 => [
			at(j, 0) - at(i, 0),
			at(j, 1) - at(i, 1),
			at(j, 2) - at(i, 2),
		]
		const [u, v] = [edge(a, b), edge(a, c)]
		const face: Vec3 = [
			u[1] * v[2] - u[2] * v[1],
			u[2] * v[0] - u[0] * v[2],
			u[0] * v[1] - u[1] * v[0],
		]
		if (Math.hypot(...face) < 1e-12) return
		let facing = 0
		for (let k = 0; k < 3; k++) {
			const normal = [a, b, c].reduce((sum, i) => sum + (this.#normals[i * 3 + k] ?? 0), 0)
			facing += (face[k] ?? 0) * normal
		}
		this.#indices.push(a, ...(facing >= 0 ? [b, c] : [c, b]))
	}

	quad(corners: readonly [Vec3, Vec3, Vec3, Vec3], normal: Vec3): void {
		const [a, b, c, d] = corners.map((corner) => this.vertex(corner, normal))
		if (a === undefined || b === undefined || c === undefined || d === undefined) return
		this.triangle(a, b, c)
		this.triangle(a, c, d)
	}

	/** Rows of vertices around the Y axis, joined; `profile` gives radius, height and normal. */
	lathe(rows: readonly { r: number; y: number; nr: number; ny: number }[]): void {
		let before: number[] = []
		for (const { r, y, nr, ny } of rows) {
			const row = Array.from({ length: SEGMENTS + 1 }, (_, i) => {
				const angle = (i / SEGMENTS) * 2 * Math.PI
				const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
				return this.vertex([r * cos, y, r * sin], [nr * cos, ny, nr * sin])
			})
			for (let i = 0; i < SEGMENTS; i++) {
				const [a, b] = [before[i], before[i + 1]]
				const [c, d] = [row[i], row[i + 1]]
				if (a === undefined || b === undefined || c === undefined || d === undefined) continue
				this.triangle(a, c, d)
				this.triangle(a, d, b)
			}
			before = row
		}
	}

	build(): Mesh {
		let radius = 0
		for (let i = 0; i < this.#positions.length; i += 3) {
			radius = Math.max(radius, Math.hypot(...this.#positions.slice(i, i + 3)))
		}
		return {
			positions: Float64Array.from(this.#positions),
			normals: Float64Array.from(this.#normals),
			indices: Uint16Array.from(this.#indices),
			radius,
		}
	}
}

function cube(): Mesh {
	const builder = new MeshBuilder()
	for (let axis = 0; axis < 3; axis++) {
		for (const side of [-0.5, 0.5]) {
			const corner = (u: number, v: number): Vec3 => {
				const p = [0, 0, 0]
				p[axis] = side
				p[(axis + 1) % 3] = u
				p[(axis + 2) % 3] = v
				return [p[0] ?? 0, p[1] ?? 0, p[2] ?? 0]
			}
			const n = [0, 0, 0]
			n[axis] = side * 2
			builder.quad(
				[corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)],
				[n[0] ?? 0, n[1] ?? 0, n[2] ?? 0],
			)
		}
	}
	return builder.build()
}

/** A sphere of radius 0.5 whose halves are `gap` apart: 0 is a sphere, 1 a capsule. */
function rounded(gap: number): Mesh {
	const builder = new MeshBuilder()
	const row = (angle: number, offset: number) => {
		const [nr, ny] = [Math.cos(angle), Math.sin(angle)]
		return { r: nr * 0.5, y: ny * 0.5 + offset, nr, ny }
	}
	const half = Math.PI / 2
	const upper = Array.from({ length: RINGS / 2 + 1 }, (_, i) =>
		row(half * (1 - i / (RINGS / 2)), gap / 2),
	)
	const lower = Array.from({ length: RINGS / 2 + 1 }, (_, i) =>
		row(-half * (i / (RINGS / 2)), -gap / 2),
	)
	builder.lathe([...upper, ...lower])
	return builder.build()
}

function cylinder(): Mesh {
	const builder = new MeshBuilder()
	for (const y of [1, -1]) {
		builder.lathe([
			{ r: 0, y, nr: 0, ny: y },
			{ r: 0.5, y, nr: 0, ny: y },
		])
	}
	builder.lathe([
		{ r: 0.5, y: 1, nr: 1, ny: 0 },
		{ r: 0.5, y: -1, nr: 1, ny: 0 },
	])
	return builder.build()
}

function plane(): Mesh {
	const builder = new MeshBuilder()
	builder.quad(
		[
			[-5, 0, -5],
			[5, 0, -5],
			[5, 0, 5],
			[-5, 0, 5],
		],
		[0, 1, 0],
	)
	return builder.build()
}

/** Faces -Z: a camera that looks along +Z sees it. */
function quad(): Mesh {
	const builder = new MeshBuilder()
	builder.quad(
		[
			[-0.5, -0.5, 0],
			[0.5, -0.5, 0],
			[0.5, 0.5, 0],
			[-0.5, 0.5, 0],
		],
		[0, 0, -1],
	)
	return builder.build()
}

const BUILDERS: Readonly<Record<MeshKind, () => Mesh>> = {
	Cube: cube,
	Sphere: () => rounded(0),
	Capsule: () => rounded(1),
	Cylinder: cylinder,
	Plane: plane,
	Quad: quad,
}
const built = new Map<MeshKind, Mesh>()

export function meshOf(kind: MeshKind): Mesh {
	const mesh = built.get(kind) ?? BUILDERS[kind]()
	built.set(kind, mesh)
	return mesh
}
