/**
 * The rasteriser's input: plain data, no references into the engine.
 * Matrices are column-major, 16 numbers, object → world; Unity's left-handed space
 * (a camera looks along its +Z). Colours are linear RGB(A), 0–1.
 */
import type { Vector3 } from '@fairlead/protocol/tools'

export type RenderMesh = 'Cube' | 'Sphere' | 'Capsule' | 'Cylinder' | 'Plane' | 'Quad'

export interface RenderCamera {
	/** Path of the camera's object; null for the scene view. */
	readonly path: string | null
	readonly worldMatrix: readonly number[]
	/** Vertical, degrees. */
	readonly fieldOfView: number
	readonly orthographic: boolean
	/** Half the height of the picture, metres. */
	readonly orthographicSize: number
	readonly near: number
	readonly far: number
	readonly clear:
		| { readonly kind: 'skybox' }
		| { readonly kind: 'color'; readonly color: readonly number[] }
}

interface LightBase {
	readonly color: readonly number[]
	readonly intensity: number
}
export type RenderLight =
	/** `direction` is the way the light travels. */
	| (LightBase & { readonly kind: 'directional'; readonly direction: Vector3 })
	| (LightBase & { readonly kind: 'point'; readonly position: Vector3; readonly range: number })
	| (LightBase & {
			readonly kind: 'spot'
			readonly position: Vector3
			readonly direction: Vector3
			readonly range: number
			/** Full cone, degrees. */
			readonly angle: number
	  })

export interface Renderable {
	readonly id: string
	readonly path: string
	readonly mesh: RenderMesh
	readonly worldMatrix: readonly number[]
	readonly color: readonly number[]
	/** Unlit shaders show their colour as it is. */
	readonly lit: boolean
}

export interface RenderScene {
	readonly camera: RenderCamera
	readonly ambient: readonly number[]
	readonly lights: readonly RenderLight[]
	readonly renderables: readonly Renderable[]
}

export type RenderView =
	| { readonly kind: 'game' }
	/** From `direction` (the way the camera looks), framing `lookAt` or everything. */
	| {
			readonly kind: 'scene'
			readonly lookAt?: readonly string[]
			readonly direction?: Vector3
			/** Metres from the middle; absent: as far as all of it fits. */
			readonly distance?: number
	  }
	/** An object with a Camera: id or path. */
	| { readonly kind: 'camera'; readonly camera: string }
