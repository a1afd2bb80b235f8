/** From the engine's scene description to the rasteriser's input. */
import type { RenderLight, RenderScene } from '../engine/view/render-scene.ts'
import { column, normalize, type Rgb, type Scene, type SceneLight } from './scene.ts'

const rgb = (color: readonly number[]): Rgb => [color[0] ?? 1, color[1] ?? 1, color[2] ?? 1]
const BLACK: Rgb = [0, 0, 0]

/** `grid` draws the scene view's lines on the ground. */
export function sceneFromEngine(source: RenderScene, grid: boolean): Scene {
	const { camera } = source
	return {
		view: {
			position: column(camera.worldMatrix, 3),
			right: normalize(column(camera.worldMatrix, 0), [1, 0, 0]),
			up: normalize(column(camera.worldMatrix, 1), [0, 1, 0]),
			forward: normalize(column(camera.worldMatrix, 2), [0, 0, 1]),
			projection: camera.orthographic
				? { kind: 'orthographic', size: camera.orthographicSize }
				: { kind: 'perspective', fieldOfView: camera.fieldOfView },
			near: camera.near,
			far: camera.far,
			background:
				camera.clear.kind === 'skybox'
					? { kind: 'sky' }
					: { kind: 'color', color: rgb(camera.clear.color) },
		},
		lights: source.lights.map(lightFrom),
		renderables: source.renderables.map((r) => ({
			mesh: r.mesh,
			world: r.worldMatrix,
			color: rgb(r.color),
			emission: BLACK,
			unlit: !r.lit,
			castsShadow: true,
		})),
		grid,
	}
}

function lightFrom(light: RenderLight): SceneLight {
	const { intensity } = light
	const color = rgb(light.color)
	switch (light.kind) {
		case 'directional':
			return { kind: 'directional', direction: light.direction, color, intensity, shadow: 1 }
		case 'point':
			return {
				kind: 'point',
				position: light.position,
				direction: [0, 0, 1],
				color,
				intensity,
				range: light.range,
				spotAngle: 360,
			}
		case 'spot':
			return {
				kind: 'spot',
				position: light.position,
				direction: light.direction,
				color,
				intensity,
				range: light.range,
				spotAngle: light.angle,
			}
		default:
			return light satisfies never
	}
}
