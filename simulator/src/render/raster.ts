/** Triangles → per pixel: how near, which object, which way its surface faces. */
import { meshOf } from './meshes.ts'
import { column, cross, dot, type Matrix, type Renderable, type Vec3, type View } from './scene.ts'

/** One value per sample, row by row from the top. */
export interface Surface {
	readonly width: number
	readonly height: number
	/** 1/depth (perspective) or far - depth (orthographic): larger is nearer, 0 is nothing. */
	readonly nearness: Float32Array
	/** Index of the renderable + 1; 0 is the background. Empty for a depth-only surface. */
	readonly object: Uint16Array
	/** World normals, not of unit length. Empty for a depth-only surface. */
	readonly normals: Float32Array
}

export function createSurface(width: number, height: number, depthOnly: boolean): Surface {
	const count = width * height
	return {
		width,
		height,
		nearness: new Float32Array(count),
		object: new Uint16Array(depthOnly ? 0 : count),
		normals: new Float32Array(depthOnly ? 0 : count * 3),
	}
}

/** Half extents of the view at depth 1 (perspective) or everywhere (orthographic). */
export function extents(view: View, aspect: number): { x: number; y: number } {
	const y =
		view.projection.kind === 'perspective'
			? Math.tan((view.projection.fieldOfView * Math.PI) / 360)
			: view.projection.size
	return { x: y * aspect, y }
}

/** A vertex on its way: view space x, y, z, then the world normal. */
type Corner = readonly [number, number, number, number, number, number]

export class Rasterizer {
	readonly #view: View
	readonly #surface: Surface
	readonly #extents: { x: number; y: number }

	constructor(view: View, surface: Surface) {
		this.#view = view
		this.#surface = surface
		this.#extents = extents(view, surface.width / surface.height)
	}

	/** `id` is stored in the surface's `object`. */
	draw(renderable: Renderable, id: number): void {
		const mesh = meshOf(renderable.mesh)
		const { world } = renderable
		const axes = [column(world, 0), column(world, 1), column(world, 2)] as const
		const origin = column(world, 3)
		if (this.#outside(axes, origin, mesh.radius)) return
		const cofactors = [cross(axes[1], axes[2]), cross(axes[2], axes[0]), cross(axes[0], axes[1])]
		// A mirrored object has its triangles turned inside out.
		const turned = dot(axes[0], cofactors[0] ?? [0, 0, 0]) < 0 ? -1 : 1
		const count = mesh.positions.length / 3
		const corners: Corner[] = []
		for (let i = 0; i < count; i++) {
			corners.push(this.#corner(mesh.positions, mesh.normals, i, axes, origin, cofactors, turned))
		}
		for (let i = 0; i < mesh.indices.length; i += 3) {
			const a = corners[mesh.indices[i] ?? 0]
			const b = corners[mesh.indices[i + 1] ?? 0]
			const c = corners[mesh.indices[i + 2] ?? 0]
			if (a && b && c && this.#facesViewer(a, b, c, turned)) this.#clip(a, b, c, id)
		}
	}

	#outside(axes: readonly Vec3[], origin: Vec3, radius: number): boolean {
		const { position, forward, near, far } = this.#view
		const size = radius * Math.max(...axes.map((axis) => Math.hypot(...axis)))
		const depth = dot(
			[origin[0] - position[0], origin[1] - position[1], origin[2] - position[2]],
			forward,
		)
		return !(depth + size * 2 > near && depth - size * 2 < far)
	}

	#corner(
		positions: Float64Array,
		normals: Float64Array,
		i: number,
		axes: readonly [Vec3, Vec3, Vec3],
		origin: Vec3,
		cofactors: readonly Vec3[],
		turned: number,
	): Corner {
		const { position, right, up, forward } = this.#view
		const px = positions[i * 3] ?? 0
		const py = positions[i * 3 + 1] ?? 0
		const pz = positions[i * 3 + 2] ?? 0
		const along = (k: 0 | 1 | 2): number =>
			axes[0][k] * px + axes[1][k] * py + axes[2][k] * pz + origin[k] - position[k]
		const p: Vec3 = [along(0), along(1), along(2)]
		const nx = normals[i * 3] ?? 0
		const ny = normals[i * 3 + 1] ?? 0
		const nz = normals[i * 3 + 2] ?? 0
		const [cx, cy, cz] = cofactors as [Vec3, Vec3, Vec3]
		const n = (k: 0 | 1 | 2): number => (cx[k] * nx + cy[k] * ny + cz[k] * nz) * turned
		const [x, y, z] = [n(0), n(1), n(2)]
		const length = Math.hypot(x, y, z) || 1
		return [dot(p, right), dot(p, up), dot(p, forward), x / length, y / length, z / length]
	}

	/** In view space the viewer is the origin (perspective) or far back (orthographic). */
	#facesViewer(a: Corner, b: Corner, c: Corner, turned: number): boolean {
		const face = cross(
			[b[0] - a[0], b[1] - a[1], b[2] - a[2]],
			[c[0] - a[0], c[1] - a[1], c[2] - a[2]],
		)
		const toViewer: Vec3 =
			this.#view.projection.kind === 'perspective' ? [-a[0], -a[1], -a[2]] : [0, 0, -1]
		return dot(face, toViewer) * turned > 0
	}

	/** Cuts off what lies before the near plane. */
	#clip(a: Corner, b: Corner, c: Corner, id: number): void {
		const { near } = this.#view
		const input = [a, b, c]
		const output: Corner[] = []
		input.forEach((from, i) => {
			const to = input[(i + 1) % 3] ?? from
			if (from[2] >= near) output.push(from)
			if (from[2] >= near !== to[2] >= near) {
				const t = (near - from[2]) / (to[2] - from[2])
				output.push(from.map((value, k) => value + ((to[k] ?? 0) - value) * t) as unknown as Corner)
			}
		})
		const [first, second, third, fourth] = output
		if (first && second && third) this.#fill(first, second, third, id)
		if (first && third && fourth) this.#fill(first, third, fourth, id)
	}

	#fill(a: Corner, b: Corner, c: Corner, id: number): void {
		const { width, height, nearness, object, normals } = this.#surface
		const perspective = this.#view.projection.kind === 'perspective'
		const { far } = this.#view
		const weight = (p: Corner): number => (perspective ? 1 / p[2] : 1)
		const [wa, wb, wc] = [weight(a), weight(b), weight(c)]
		const sx = (p: Corner, w: number): number => ((p[0] * w) / this.#extents.x + 1) * 0.5 * width
		const sy = (p: Corner, w: number): number => (1 - (p[1] * w) / this.#extents.y) * 0.5 * height
		const [ax, ay] = [sx(a, wa), sy(a, wa)]
		let [bx, by, cx, cy] = [sx(b, wb), sy(b, wb), sx(c, wc), sy(c, wc)]
		let [p, q, wp, wq] = [b, c, wb, wc]
		let area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
		if (area < 0) {
			;[bx, by, cx, cy, p, q, wp, wq, area] = [cx, cy, bx, by, c, b, wc, wb, -area]
		}
		if (!(area > 1e-9)) return
		const yMin = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
		const yMax = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
		const depthOf = (corner: Corner, w: number): number => (perspective ? w : far - corner[2])
		const [da, dp, dq] = [depthOf(a, wa), depthOf(p, wp), depthOf(q, wq)]
		// Barycentric weights grow by these per pixel to the right.
		const stepP = (cy - ay) / area
		const stepQ = (ay - by) / area
		const stepA = -stepP - stepQ
		const depthOnly = object.length === 0
		for (let y = yMin; y <= yMax; y++) {
			const py = y + 0.5
			// Weights at x = 0.5.
			const p0 = ((0.5 - ax) * (cy - ay) - (py - ay) * (cx - ax)) / area
			const q0 = ((bx - ax) * (py - ay) - (by - ay) * (0.5 - ax)) / area
			const a0 = 1 - p0 - q0
			let from = 0
			let to = width - 1
			for (let edge = 0; edge < 3; edge++) {
				const start = edge === 0 ? a0 : edge === 1 ? p0 : q0
				const step = edge === 0 ? stepA : edge === 1 ? stepP : stepQ
				if (step > 0) from = Math.max(from, Math.ceil(-start / step))
				else if (step < 0) to = Math.min(to, Math.floor(-start / step))
				else if (start < 0) to = -1
			}
			for (let x = from; x <= to; x++) {
				const lp = p0 + stepP * x
				const lq = q0 + stepQ * x
				const la = 1 - lp - lq
				const depth = la * da + lp * dp + lq * dq
				const at = y * width + x
				if (depth <= (nearness[at] ?? 0)) continue
				nearness[at] = depth
				if (depthOnly) continue
				object[at] = id
				const ka = la * wa
				const kp = lp * wp
				const kq = lq * wq
				normals[at * 3] = a[3] * ka + p[3] * kp + q[3] * kq
				normals[at * 3 + 1] = a[4] * ka + p[4] * kp + q[4] * kq
				normals[at * 3 + 2] = a[5] * ka + p[5] * kp + q[5] * kq
			}
		}
	}
}

/** Draws everything; at most 65,534 objects are told apart. */
export function rasterize(view: View, renderables: readonly Renderable[], surface: Surface): void {
	const rasterizer = new Rasterizer(view, surface)
	for (const [index, renderable] of renderables.entries()) {
		rasterizer.draw(renderable, Math.min(index + 1, 0xffff))
	}
}

/** Depth of a sample, from what the surface stores. */
export function depthAt(view: View, nearness: number): number {
	return view.projection.kind === 'perspective' ? 1 / nearness : view.far - nearness
}

/** World centre and radius of the sphere around a renderable. */
export function boundsOf(world: Matrix, radius: number): { center: Vec3; radius: number } {
	const scale = Math.max(...[0, 1, 2].map((i) => Math.hypot(...column(world, i))))
	return { center: column(world, 3), radius: radius * scale }
}
