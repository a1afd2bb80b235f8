/** A user sees the scene only through these pictures: colours, sky and shadows must be right. */
import { describe, expect, test } from 'vitest'
import { meshOf } from './meshes.ts'
import { type Pixels, render } from './render.ts'
import {
	axesAlong,
	type MeshKind,
	type Renderable,
	type Rgb,
	type Scene,
	type SceneLight,
	type Vec3,
} from './scene.ts'

const SUN: SceneLight = {
	kind: 'directional',
	direction: axesAlong([-0.32, -0.77, 0.55]).forward,
	color: [1, 1, 1],
	intensity: 1,
	shadow: 1,
}
const at = (position: Vec3, scale: Vec3 = [1, 1, 1]): number[] => [
	scale[0],
	0,
	0,
	0,
	0,
	scale[1],
	0,
	0,
	0,
	0,
	scale[2],
	0,
	...position,
	1,
]
const thing = (mesh: MeshKind, world: number[], color: Rgb = [1, 0, 0]): Renderable => ({
	mesh,
	world,
	color,
	emission: [0, 0, 0],
	unlit: false,
	castsShadow: true,
})
const FLOOR = thing('Plane', at([0, 0, 0]), [0.8, 0.8, 0.8])
const CUBE = thing('Cube', at([0, 0.5, 0]))

function sceneOf(
	renderables: readonly Renderable[],
	more: Partial<Omit<Scene, 'view'>> & { view?: Partial<Scene['view']> } = {},
): Scene {
	return {
		renderables,
		lights: more.lights ?? [SUN],
		grid: more.grid ?? false,
		view: {
			position: [0, 1, -10],
			...axesAlong([0, 0, 1]),
			projection: { kind: 'perspective', fieldOfView: 60 },
			near: 0.3,
			far: 1000,
			background: { kind: 'sky' },
			...more.view,
		},
	}
}

const pixel = ({ width, rgb }: Pixels, x: number, y: number): [number, number, number] => {
	const i = (y * width + x) * 3
	return [rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0]
}
const isRed = ([r, g, b]: readonly number[]): boolean =>
	(r ?? 0) > 60 && (r ?? 0) > 3 * (g ?? 0) && (r ?? 0) > 3 * (b ?? 0)
const brightness = ([r, g, b]: readonly number[]): number => (r ?? 0) + (g ?? 0) + (b ?? 0)

/** The box around the red pixels. */
function redBox(picture: Pixels) {
	const box = { left: Infinity, right: -1, top: Infinity, bottom: -1, count: 0 }
	for (let y = 0; y < picture.height; y++) {
		for (let x = 0; x < picture.width; x++) {
			if (!isRed(pixel(picture, x, y))) continue
			box.left = Math.min(box.left, x)
			box.right = Math.max(box.right, x)
			box.top = Math.min(box.top, y)
			box.bottom = Math.max(box.bottom, y)
			box.count++
		}
	}
	return box
}

describe('a picture', () => {
	test('shows a red cube on the floor where the camera must see it, at the right size', () => {
		const box = redBox(render(sceneOf([FLOOR, CUBE]), 320, 180))
		// 1 m at 9.5 m with 60° over 180 px: 180 / (2 · tan 30° · 9.5) ≈ 16.4 px.
		expect(box.right - box.left + 1).toBeGreaterThanOrEqual(15)
		expect(box.right - box.left + 1).toBeLessThanOrEqual(18)
		expect((box.left + box.right) / 2).toBeCloseTo(159.5, 0)
		// The camera is 1 m up: the cube's top is on the horizon.
		expect(box.top).toBeGreaterThanOrEqual(89)
		expect(box.top).toBeLessThanOrEqual(91)
	})

	test('has a blue sky above and a lit floor below', () => {
		const picture = render(sceneOf([FLOOR, CUBE]), 320, 180)
		const [r, , b] = pixel(picture, 20, 5)
		expect(b).toBeGreaterThan(r)
		const floor = pixel(picture, 160, 115)
		expect(Math.min(...floor)).toBeGreaterThan(120)
	})

	test('shows the plain colour behind everything where the camera clears to one', () => {
		const background = { kind: 'color', color: [0, 1, 0] } as const
		expect(pixel(render(sceneOf([], { view: { background } }), 64, 64), 30, 30)).toEqual([
			0, 255, 0,
		])
	})

	test('a thing in front hides what is behind, in any order', () => {
		const front = thing('Cube', at([0, 1, -2]), [0, 0, 1])
		const back = thing('Cube', at([0, 1, 2]))
		for (const order of [
			[front, back],
			[back, front],
		]) {
			const [r, , b] = pixel(render(sceneOf(order), 100, 100), 50, 50)
			expect(b).toBeGreaterThan(100)
			expect(r).toBeLessThan(b)
		}
	})

	test('a thing throws a shadow on the floor, to the side away from the sun', () => {
		const view = { position: [0, 12, 0] as Vec3, ...axesAlong([0, -1, 0.0001]) }
		const lit = render(sceneOf([FLOOR, CUBE], { view }), 240, 240)
		const unlit = render(
			sceneOf([FLOOR, CUBE], { view, lights: [{ ...SUN, shadow: 0 }] }),
			240,
			240,
		)
		let darker = 0
		let sumX = 0
		let sumY = 0
		for (let y = 0; y < 240; y++) {
			for (let x = 0; x < 240; x++) {
				if (brightness(pixel(lit, x, y)) < brightness(pixel(unlit, x, y)) - 60) {
					darker++
					sumX += x - 120
					sumY += y - 120
				}
			}
		}
		expect(darker).toBeGreaterThan(50)
		// The sun goes to -X and +Z; seen from above that is left and up.
		expect(sumX).toBeLessThan(0)
		expect(sumY).toBeLessThan(0)
	})

	test('the side turned to the sun is brighter', () => {
		const view = { position: [6, 4, -6] as Vec3, ...axesAlong([-1, -0.55, 1]) }
		const big = thing('Cube', at([0, 1, 0], [4, 4, 4]))
		const picture = render(sceneOf([big], { view }), 200, 200)
		const top = brightness(pixel(picture, 100, 55))
		const side = brightness(pixel(picture, 140, 110))
		expect(top).toBeGreaterThan(side)
	})

	test('objects that reach behind the camera are clipped, not smeared', () => {
		const view = { position: [0, 0.5, 0] as Vec3 }
		const picture = render(sceneOf([FLOOR], { view }), 100, 100)
		expect(Math.min(...pixel(picture, 50, 95))).toBeGreaterThan(100)
		const [r, , b] = pixel(picture, 50, 20)
		expect(b).toBeGreaterThan(r)
	})

	test('mirrored and squashed things stay closed and lit', () => {
		for (const scale of [
			[-1, 1, 1],
			[1, -1, -1],
			[-1, -1, -1],
			[3, 0.4, 1],
		] as const) {
			const picture = render(sceneOf([thing('Sphere', at([0, 1, 0], scale))]), 100, 100)
			expect(redBox(picture).count).toBeGreaterThan(10)
			expect(isRed(pixel(picture, 50, 50))).toBe(true)
		}
	})

	test('orthographic cameras show the same size at every distance', () => {
		const widthAt = (z: number): number => {
			const projection = { kind: 'orthographic', size: 2 } as const
			const view = { projection }
			const box = redBox(render(sceneOf([thing('Cube', at([0, 1, z]))], { view }), 128, 128))
			return box.right - box.left + 1
		}
		expect(widthAt(0)).toBe(32)
		expect(widthAt(50)).toBe(32)
	})

	test('a point light brightens only what is near, and no light leaves the ambient', () => {
		const lamp: SceneLight = {
			kind: 'point',
			position: [-3, 1, 0],
			direction: [0, 0, 1],
			color: [1, 1, 1],
			intensity: 3,
			range: 4,
			spotAngle: 30,
		}
		const view = { position: [0, 8, -6] as Vec3, ...axesAlong([0, -0.8, 0.6]) }
		const dark = render(sceneOf([FLOOR], { view, lights: [] }), 120, 120)
		const lit = render(sceneOf([FLOOR], { view, lights: [lamp] }), 120, 120)
		expect(brightness(pixel(lit, 25, 60))).toBeGreaterThan(brightness(pixel(dark, 25, 60)) + 100)
		expect(pixel(lit, 110, 60)).toEqual(pixel(dark, 110, 60))
		expect(brightness(pixel(dark, 60, 60))).toBeGreaterThan(30)
	})

	test('the scene view has lines on the ground, the game view has none', () => {
		const view = { position: [3, 5, -6] as Vec3, ...axesAlong([-0.3, -0.6, 0.7]) }
		const plain = render(sceneOf([], { view }), 160, 120)
		const grid = render(sceneOf([], { view, grid: true }), 160, 120)
		let differing = 0
		for (let i = 0; i < plain.rgb.length; i++) if (plain.rgb[i] !== grid.rgb[i]) differing++
		expect(differing).toBeGreaterThan(500)
	})

	test('edges are smooth: between red and background lie mixed pixels', () => {
		const view = {
			background: { kind: 'color', color: [0, 0, 0] } as const,
			...axesAlong([0.05, 0.02, 1]),
		}
		const unlit = { ...thing('Quad', at([0, 1, -5], [2, 2, 1])), unlit: true }
		const values = new Set(render(sceneOf([unlit], { view }), 90, 90).rgb)
		expect([...values].some((v) => v > 20 && v < 235)).toBe(true)
	})

	test('NaN values do not crash it', () => {
		const broken = thing('Cube', at([Number.NaN, 0, 0]))
		const huge = thing('Sphere', at([0, 0, 0], [1e9, 1e9, 1e9]))
		const zero = thing('Cube', at([0, 1, 0], [0, 0, 0]))
		expect(render(sceneOf([broken, huge, zero]), 32, 32).rgb).toHaveLength(32 * 32 * 3)
	})

	test.each([
		[0, 10],
		[10, 1025],
		[1.5, 10],
	])('a size of %d × %d is refused', (width, height) => {
		expect(() => render(sceneOf([]), width, height)).toThrow(RangeError)
	})
})

describe('meshes', () => {
	test.each<[MeshKind, Vec3]>([
		['Cube', [0.5, 0.5, 0.5]],
		['Sphere', [0.5, 0.5, 0.5]],
		['Capsule', [0.5, 1, 0.5]],
		['Cylinder', [0.5, 1, 0.5]],
		['Plane', [5, 0, 5]],
		['Quad', [0.5, 0.5, 0]],
	])('%s has the size Unity gives it, and faces outwards', (kind, half) => {
		const { positions, normals, indices } = meshOf(kind)
		for (const k of [0, 1, 2] as const) {
			const values = [...positions].filter((_, i) => i % 3 === k)
			expect(Math.max(...values)).toBeCloseTo(half[k], 6)
			expect(Math.min(...values)).toBeCloseTo(-half[k], 6)
		}
		const v = (source: Float64Array, i: number): Vec3 => [
			source[i * 3] ?? 0,
			source[i * 3 + 1] ?? 0,
			source[i * 3 + 2] ?? 0,
		]
		for (let i = 0; i < indices.length; i++) {
			const index = indices[i] ?? 0
			const [p, n] = [v(positions, index), v(normals, index)]
			if (kind !== 'Plane' && kind !== 'Quad') {
				expect(p[0] * n[0] + p[1] * n[1] + p[2] * n[2]).toBeGreaterThanOrEqual(0)
			}
			expect(Math.hypot(...n)).toBeCloseTo(1, 6)
		}
	})
})
