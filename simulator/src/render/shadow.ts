/** Shadow map of the sun: how far its light gets. */
import { meshOf } from './meshes.ts'
import { boundsOf, createSurface, rasterize, type Surface } from './raster.ts'
import { axesAlong, dot, type Renderable, type Vec3, type View } from './scene.ts'

const MAP_SIZE = 1_024
/** Larger objects (floors, terrain) receive shadows but do not stretch the map. */
const MAX_CASTER_RADIUS = 20
/** Unsupported this the map's texels would be too coarse to mean anything. */
const MAX_MAP_RADIUS = 40
/** Texels to step off the surface, so that it does not shade itself. */
const NORMAL_OFFSET_TEXELS = 2.5

export class ShadowMap {
	readonly #view: View
	readonly #surface: Surface
	readonly #size: number

	private constructor(view: View, surface: Surface, size: number) {
		this.#view = view
		this.#surface = surface
		this.#size = size
	}

	/** Returns null if nothing casts a shadow. */
	static of(renderables: readonly Renderable[], direction: Vec3): ShadowMap | null {
		const casters = renderables.filter((r) => r.castsShadow)
		const spheres = casters
			.map((r) => boundsOf(r.world, meshOf(r.mesh).radius))
			.filter((s) => s.radius <= MAX_CASTER_RADIUS && s.center.every(Number.isFinite))
		if (spheres.length === 0) return null
		const low: [number, number, number] = [Infinity, Infinity, Infinity]
		const high: [number, number, number] = [-Infinity, -Infinity, -Infinity]
		for (const { center, radius } of spheres) {
			for (const k of [0, 1, 2] as const) {
				low[k] = Math.min(low[k], center[k] - radius)
				high[k] = Math.max(high[k], center[k] + radius)
			}
		}
		const center: Vec3 = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2]
		const diagonal = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2
		const size = Math.min(MAX_MAP_RADIUS, diagonal * 1.05)
		const axes = axesAlong(direction)
		const back = diagonal + 100
		const view: View = {
			...axes,
			position: [
				center[0] - axes.forward[0] * back,
				center[1] - axes.forward[1] * back,
				center[2] - axes.forward[2] * back,
			],
			projection: { kind: 'orthographic', size },
			near: 0,
			far: back * 2 + 200,
			background: { kind: 'sky' },
		}
		const surface = createSurface(MAP_SIZE, MAP_SIZE, true)
		rasterize(view, casters, surface)
		return new ShadowMap(view, surface, size)
	}

	/** Share of the light that arrives at a point, 0–1, softened over neighbouring texels. */
	lightAt(x: number, y: number, z: number, normal: Vec3): number {
		const { position, right, up, forward, far } = this.#view
		const texel = (this.#size * 2) / MAP_SIZE
		const off = texel * NORMAL_OFFSET_TEXELS
		const p: Vec3 = [
			x + normal[0] * off - position[0],
			y + normal[1] * off - position[1],
			z + normal[2] * off - position[2],
		]
		const u = (dot(p, right) / this.#size + 1) * 0.5 * MAP_SIZE - 0.5
		const v = (1 - dot(p, up) / this.#size) * 0.5 * MAP_SIZE - 0.5
		if (u < 1 || v < 1 || u > MAP_SIZE - 3 || v > MAP_SIZE - 3) return 1
		const own = far - dot(p, forward) + texel
		const column = Math.floor(u)
		const row = Math.floor(v)
		const fu = u - column
		const fv = v - row
		const { nearness } = this.#surface
		let light = 0
		// 4 × 4 texels, the outer ones weighted so that the edge glides with the position.
		for (let j = -1; j <= 2; j++) {
			const wv = j === -1 ? 1 - fv : j === 2 ? fv : 1
			for (let i = -1; i <= 2; i++) {
				const wu = i === -1 ? 1 - fu : i === 2 ? fu : 1
				const stored = nearness[(row + j) * MAP_SIZE + column + i] ?? 0
				if (stored <= own) light += wu * wv
			}
		}
		return light / 9
	}
}
