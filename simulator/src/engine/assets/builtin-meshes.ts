/** The meshes that ship with the editor. */
import type { Vector3 } from '../math.ts'

/** Half-extents. */
export const MESH_HALF: Readonly<Record<string, Vector3>> = {
	Cube: [0.5, 0.5, 0.5],
	Sphere: [0.5, 0.5, 0.5],
	Capsule: [0.5, 1, 0.5],
	Cylinder: [0.5, 1, 0.5],
	Plane: [5, 0, 5],
	Quad: [0.5, 0.5, 0],
}
