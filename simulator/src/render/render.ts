/** A scene → pixels. */
import { createSurface, depthAt, extents, rasterize, type Surface } from './raster.ts'
import { normalize, type Scene, type Vec3 } from './scene.ts'
import {
	type Color,
	GRID_REACH_M,
	gridAt,
	linear,
	mix,
	Shader,
	skyColor,
	toByte,
} from './shading.ts'
import { ShadowMap } from './shadow.ts'

/** Samples per pixel and axis: edges are the mean of 2 × 2. */
const SAMPLES = 2
/** Larger pictures cost time and tokens and show no more. */
export const MAX_SIDE_PX = 1_024
/** Normals of one pixel's samples that differ less are shaded once. */
const SAME_NORMAL = 0.98

export interface Pixels {
	readonly width: number
	readonly height: number
	/** Red, green, blue; row by row from the top. */
	readonly rgb: Uint8Array
}

/** Draws a scene. @throws RangeError for a size outside 1–1024. */
export function render(scene: Scene, width: number, height: number): Pixels {
	if (![width, height].every((n) => Number.isInteger(n) && n >= 1 && n <= MAX_SIDE_PX)) {
		throw new RangeError(`A picture has 1–${MAX_SIDE_PX} pixels a side, not ${width} × ${height}.`)
	}
	const surface = createSurface(width * SAMPLES, height * SAMPLES, false)
	rasterize(scene.view, scene.renderables, surface)
	const painter = new Painter(scene, surface)
	const rgb = new Uint8Array(width * height * 3)
	let out = 0
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const [r, g, b] = painter.pixel(x, y)
			rgb[out++] = toByte(r)
			rgb[out++] = toByte(g)
			rgb[out++] = toByte(b)
		}
	}
	return { width, height, rgb }
}

class Painter {
	readonly #scene: Scene
	readonly #surface: Surface
	readonly #shader: Shader
	readonly #extents: { x: number; y: number }
	readonly #background: Color | null
	/** Metres that one sample covers at depth 1. */
	readonly #sampleSize: number

	constructor(scene: Scene, surface: Surface) {
		this.#scene = scene
		this.#surface = surface
		this.#extents = extents(scene.view, surface.width / surface.height)
		this.#sampleSize = (2 * this.#extents.y) / surface.height
		const { background } = scene.view
		this.#background = background.kind === 'color' ? linear(background.color) : null
		// One shadow map: a second sun is rare, and its shadows would double the cost.
		const sun = scene.lights.find((l) => l.kind === 'directional' && l.shadow > 0)
		this.#shader = new Shader(
			scene.renderables,
			scene.lights.map((light) => ({
				light,
				shadow: light === sun ? ShadowMap.of(scene.renderables, light.direction) : null,
			})),
		)
	}

	/** Mean of the pixel's samples; shaded once where they show the same surface. */
	pixel(x: number, y: number): Color {
		const { object, normals, width } = this.#surface
		const first = y * SAMPLES * width + x * SAMPLES
		const all = [first, first + 1, first + width, first + width + 1] as const
		const id = object[first] ?? 0
		const same =
			object[all[1]] === id &&
			object[all[2]] === id &&
			object[all[3]] === id &&
			(id === 0 || (alike(normals, all[1], first) && alike(normals, all[3], first)))
		const px = x * SAMPLES
		const py = y * SAMPLES
		if (same) return this.#sample(all[0], px + 1, py + 1)
		const sum: Color = [0, 0, 0]
		for (const [i, at] of all.entries()) {
			const color = this.#sample(at, px + (i & 1) + 0.5, py + (i >> 1) + 0.5)
			for (const k of [0, 1, 2] as const) sum[k] += Math.min(1, color[k]) / 4
		}
		return sum
	}

	/** `sx`, `sy`: place on the surface, in samples. */
	#sample(at: number, sx: number, sy: number): Color {
		const { view, grid } = this.#scene
		const { width, height, nearness, object, normals } = this.#surface
		const ex = ((sx / width) * 2 - 1) * this.#extents.x
		const ey = (1 - (sy / height) * 2) * this.#extents.y
		const perspective = view.projection.kind === 'perspective'
		const { right, up, forward, position } = view
		const across = (k: 0 | 1 | 2): number => right[k] * ex + up[k] * ey
		const ray: Vec3 = perspective
			? [forward[0] + across(0), forward[1] + across(1), forward[2] + across(2)]
			: forward
		const origin: Vec3 = perspective
			? position
			: [position[0] + across(0), position[1] + across(1), position[2] + across(2)]
		const id = object[at] ?? 0
		const depth = id === 0 ? Infinity : depthAt(view, nearness[at] ?? 0)
		const unit = normalize(ray)
		let color: Color
		if (id === 0) {
			const slope = perspective ? unit[1] : (1 - (sy / height) * 2) * 0.6
			color = this.#background ?? skyColor(slope)
		} else {
			const normal = normalize([
				normals[at * 3] ?? 0,
				normals[at * 3 + 1] ?? 0,
				normals[at * 3 + 2] ?? 0,
			])
			const p: Vec3 = [
				origin[0] + ray[0] * depth,
				origin[1] + ray[1] * depth,
				origin[2] + ray[2] * depth,
			]
			color = this.#shader.shade(id - 1, p, normal, [-unit[0], -unit[1], -unit[2]])
		}
		return grid ? this.#withGrid(color, origin, ray, depth) : color
	}

	#withGrid(color: Color, origin: Vec3, ray: Vec3, depth: number): Color {
		const { view } = this.#scene
		const t = -origin[1] / ray[1]
		// A floor exactly on the grid keeps its own look.
		if (!(t > view.near) || t > depth * 0.99 || t > GRID_REACH_M) return color
		const perspective = view.projection.kind === 'perspective'
		const { right, up } = view
		const step = this.#sampleSize * SAMPLES
		// The pixel above meets the ground here: the footprint is long along the line of sight.
		const above = perspective
			? -origin[1] / (ray[1] + up[1] * step)
			: -(origin[1] + up[1] * step) / ray[1]
		const footprint = (k: 0 | 2): number => {
			const aside = Math.abs(right[k]) * step * (perspective ? t : 1)
			const ahead = perspective
				? (ray[k] + up[k] * step) * above - ray[k] * t
				: up[k] * step + ray[k] * (above - t)
			return aside + Math.min(Math.abs(ahead), t)
		}
		const [x, z] = [origin[0] + ray[0] * t, origin[2] + ray[2] * t]
		const [line, opacity] = gridAt(x, z, t, footprint(0) * 0.6, footprint(2) * 0.6)
		return opacity <= 0 ? color : mix(color, line, opacity)
	}
}

function alike(normals: Float32Array, a: number, b: number): boolean {
	const ax = normals[a * 3] ?? 0
	const ay = normals[a * 3 + 1] ?? 0
	const az = normals[a * 3 + 2] ?? 0
	const bx = normals[b * 3] ?? 0
	const by = normals[b * 3 + 1] ?? 0
	const bz = normals[b * 3 + 2] ?? 0
	const product = ax * bx + ay * by + az * bz
	const lengths = (ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz)
	return product > 0 && product * product >= lengths * SAME_NORMAL * SAME_NORMAL
}
