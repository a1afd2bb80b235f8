/** Colours of surfaces, sky and grid. Everything here is linear light; gamma comes last. */

import { dot, normalize, type Renderable, type Rgb, type SceneLight, type Vec3 } from './scene.ts'
import type { ShadowMap } from './shadow.ts'

export type Color = [number, number, number]

/** The picture's gamma; close enough to sRGB's curve for eyes. */
const GAMMA = 2.2
/** Ambient light from above and below, as Unity's default sky gives it. */
const AMBIENT_SKY: Rgb = [0.2, 0.23, 0.29]
const AMBIENT_GROUND: Rgb = [0.11, 0.1, 0.095]
const SKY_TOP: Rgb = [0.09, 0.2, 0.42]
const SKY_HORIZON: Rgb = [0.58, 0.68, 0.75]
const GROUND_HORIZON: Rgb = [0.3, 0.29, 0.28]
const GROUND: Rgb = [0.12, 0.115, 0.11]
/** A light of intensity 1 must leave room above a white floor: the screen has no more than 1. */
const EXPOSURE = 0.72
/** A faint highlight, as of Unity's default smoothness. */
const SPECULAR = 0.1
const SHININESS = 32

export const toLinear = (value: number): number => Math.max(0, value) ** GAMMA
export const linear = (color: Rgb): Color => [
	toLinear(color[0]),
	toLinear(color[1]),
	toLinear(color[2]),
]

/** 0–1 linear → 0–255; a table because it runs per pixel. */
const TABLE_SIZE = 4_096
const toneTable = Uint8Array.from({ length: TABLE_SIZE + 1 }, (_, i) =>
	Math.round(255 * (i / TABLE_SIZE) ** (1 / GAMMA)),
)
export const toByte = (value: number): number =>
	toneTable[Math.min(TABLE_SIZE, Math.max(0, Math.round(value * TABLE_SIZE)))] ?? 255

export function skyColor(directionY: number): Color {
	const up = directionY >= 0
	const t = Math.min(1, Math.abs(directionY) * (up ? 1.6 : 2.5)) ** (up ? 0.7 : 0.6)
	const [from, to] = up ? [SKY_HORIZON, SKY_TOP] : [GROUND_HORIZON, GROUND]
	return mix(from, to, t)
}

export const mix = (a: Rgb, b: Rgb, t: number): Color => [
	a[0] + (b[0] - a[0]) * t,
	a[1] + (b[1] - a[1]) * t,
	a[2] + (b[2] - a[2]) * t,
]

/** A light with its per-picture constants. */
interface PreparedLight {
	readonly light: SceneLight
	readonly color: Color
	readonly shadow: ShadowMap | null
}
interface Surface {
	readonly albedo: Color
	readonly emission: Color
	readonly unlit: boolean
}

export class Shader {
	readonly #lights: readonly PreparedLight[]
	readonly #surfaces: readonly Surface[]

	constructor(
		renderables: readonly Renderable[],
		lights: readonly { light: SceneLight; shadow: ShadowMap | null }[],
	) {
		this.#surfaces = renderables.map((r) => ({
			albedo: linear(r.color),
			emission: linear(r.emission),
			unlit: r.unlit,
		}))
		this.#lights = lights.map(({ light, shadow }) => {
			const [r, g, b] = linear(light.color)
			const k = light.intensity * EXPOSURE
			return { light, shadow, color: [r * k, g * k, b * k] }
		})
	}

	/** `normal` and `toViewer` have unit length. */
	shade(index: number, p: Vec3, normal: Vec3, toViewer: Vec3): Color {
		const surface = this.#surfaces[index]
		if (!surface) return [1, 0, 1]
		const { albedo, emission } = surface
		if (surface.unlit) return [albedo[0], albedo[1], albedo[2]]
		const sum = mix(AMBIENT_GROUND, AMBIENT_SKY, normal[1] * 0.5 + 0.5)
		let shine = 0
		for (const { light, color, shadow } of this.#lights) {
			const arriving = arrival(light, p)
			if (arriving.strength <= 0) continue
			const toLight = arriving.direction
			const facing = dot(normal, toLight)
			if (facing <= 0) continue
			let strength = arriving.strength
			if (shadow && light.kind === 'directional') {
				strength *= 1 - light.shadow * (1 - shadow.lightAt(p[0], p[1], p[2], normal))
				if (strength <= 0) continue
			}
			const k = facing * strength
			sum[0] += color[0] * k
			sum[1] += color[1] * k
			sum[2] += color[2] * k
			const half = normalize([
				toLight[0] + toViewer[0],
				toLight[1] + toViewer[1],
				toLight[2] + toViewer[2],
			])
			shine += Math.max(0, dot(normal, half)) ** SHININESS * SPECULAR * strength
		}
		return [
			albedo[0] * sum[0] + emission[0] + shine,
			albedo[1] * sum[1] + emission[1] + shine,
			albedo[2] * sum[2] + emission[2] + shine,
		]
	}
}

/** Direction to the light and its intensity at a point. */
function arrival(light: SceneLight, p: Vec3): { direction: Vec3; strength: number } {
	const { direction } = light
	if (light.kind === 'directional') {
		return { direction: [-direction[0], -direction[1], -direction[2]], strength: 1 }
	}
	const to: Vec3 = [light.position[0] - p[0], light.position[1] - p[1], light.position[2] - p[2]]
	const distance = Math.sqrt(dot(to, to))
	const unit = normalize(to)
	if (distance >= light.range) return { direction: unit, strength: 0 }
	const ratio = distance / light.range
	let strength = (1 - ratio * ratio) ** 2 / (1 + 5 * ratio * ratio)
	if (light.kind === 'spot') {
		const edge = Math.cos((light.spotAngle * Math.PI) / 360)
		const center = -dot(unit, direction)
		strength *= Math.min(1, Math.max(0, (center - edge) / Math.max(1e-3, (1 - edge) * 0.25)))
	}
	return { direction: unit, strength }
}

const GRID_COLOR: Rgb = [0.5, 0.5, 0.5]
const AXIS_X: Rgb = [0.6, 0.12, 0.12]
const AXIS_Z: Rgb = [0.12, 0.25, 0.7]
/** Lines fade out over this many metres. */
export const GRID_REACH_M = 60

/**
 * The ground grid at a point of the plane y = 0: colour and opacity. `px` and `pz` are the
 * metres that a pixel covers there along x and z; `distance` counts from the viewer.
 */
export function gridAt(
	x: number,
	z: number,
	distance: number,
	px: number,
	pz: number,
): [Rgb, number] {
	const fade = Math.max(0, 1 - distance / GRID_REACH_M)
	const axisX = line(z, 0, pz)
	const axisZ = line(x, 0, px)
	if (axisX > 0 || axisZ > 0)
		return [axisX > axisZ ? AXIS_X : AXIS_Z, fade * Math.max(axisX, axisZ)]
	const coarse = Math.max(line(x, 10, px), line(z, 10, pz)) * 0.55
	const fine = Math.max(line(x, 1, px), line(z, 1, pz)) * 0.3
	return [GRID_COLOR, fade * Math.max(coarse, fine)]
}

/** How much of a pixel a line covers; lines closer than some pixels fade instead of flickering. */
function line(value: number, spacing: number, pixel: number): number {
	const nearest = spacing === 0 ? 0 : Math.round(value / spacing) * spacing
	const cover = Math.min(1, Math.max(0, 1.2 - Math.abs(value - nearest) / pixel))
	if (spacing === 0) return cover
	return cover * Math.min(1, Math.max(0, (spacing / pixel - 3) / 6))
}
