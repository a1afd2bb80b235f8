/** Names of components and properties as Unity's Inspector shows them. Pure. */

/** Names for which Unity's Inspector shows other words than those of the C# name. */
const SHOWN_AS: Readonly<Record<string, string>> = {
	// Transform
	localPosition: 'Position',
	localRotation: 'Rotation',
	localEulerAngles: 'Rotation',
	localScale: 'Scale',
	position: 'World position',
	rotation: 'World rotation',
	anchoredPosition: 'Anchored Position',
	sizeDelta: 'Size Delta',
	// Meshes and renderers
	sharedMesh: 'Mesh',
	sharedMaterial: 'Material',
	sharedMaterials: 'Materials',
	'material.color': 'Material color',
	'material.shader': 'Material shader',
	shadowCastingMode: 'Cast Shadows',
	lightProbeUsage: 'Light Probes',
	reflectionProbeUsage: 'Reflection Probes',
	sortingOrder: 'Order in Layer',
	sortingLayerName: 'Sorting Layer',
	updateWhenOffscreen: 'Update When Offscreen',
	numCornerVertices: 'Corner Vertices',
	numCapVertices: 'End Cap Vertices',
	flipX: 'Flip X',
	flipY: 'Flip Y',
	// Camera
	clearFlags: 'Clear Flags',
	backgroundColor: 'Background',
	fieldOfView: 'Field of View',
	orthographicSize: 'Size',
	nearClipPlane: 'Near Clipping Plane',
	farClipPlane: 'Far Clipping Plane',
	rect: 'Viewport Rect',
	useOcclusionCulling: 'Occlusion Culling',
	allowHDR: 'HDR',
	allowMSAA: 'MSAA',
	// Light
	bounceIntensity: 'Indirect Multiplier',
	shadows: 'Shadow Type',
	innerSpotAngle: 'Inner Spot Angle',
	spotAngle: 'Outer Spot Angle',
	colorTemperature: 'Temperature',
	// Physics
	linearDamping: 'Linear Damping',
	angularDamping: 'Angular Damping',
	collisionDetectionMode: 'Collision Detection',
	interpolation: 'Interpolate',
	gravityScale: 'Gravity Scale',
	bodyType: 'Body Type',
	excludeLayers: 'Exclude Layers',
	includeLayers: 'Include Layers',
	// Audio and animation
	clip: 'Clip',
	panStereo: 'Stereo Pan',
	rolloffMode: 'Volume Rolloff',
	minDistance: 'Min Distance',
	maxDistance: 'Max Distance',
	runtimeAnimatorController: 'Controller',
	// UI
	uiScaleMode: 'UI Scale Mode',
	worldCamera: 'Event Camera',
	matchWidthOrHeight: 'Match',
	blocksRaycasts: 'Block Raycasts',
	raycastTarget: 'Raycast Target',
	targetGraphic: 'Target Graphic',
}

/** `m_SpeedLimit`, `_speedLimit`, `speedLimit` → "Speed Limit": as `ObjectNames.NicifyVariableName`. */
function inWords(name: string): string {
	const words = name
		.replace(/^(?:m_|k(?=[A-Z])|_)/, '')
		.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
	return words.charAt(0).toUpperCase() + words.slice(1)
}

/** @param path `mass`, `material.color`, `main.startSpeed`: of a member, its own name */
export const propertyName = (path: string): string =>
	(Object.hasOwn(SHOWN_AS, path) ? SHOWN_AS[path] : undefined) ??
	inWords(path.slice(path.lastIndexOf('.') + 1))

/** "Mesh Renderer"; what is before a dot is a namespace. */
export const componentName = (type: string): string =>
	inWords(type.slice(type.lastIndexOf('.') + 1))

/** Without a parent, a Transform's world values repeat its local ones. */
const WORLD = { position: 'localPosition', rotation: 'localRotation' } as const

/** The properties without those that repeat another one. */
export function shownProperties(
	properties: Readonly<Record<string, unknown>>,
): readonly (readonly [string, unknown])[] {
	const repeats = (name: string): boolean => {
		const local = Object.hasOwn(WORLD, name) ? WORLD[name as keyof typeof WORLD] : undefined
		return (
			local !== undefined && JSON.stringify(properties[name]) === JSON.stringify(properties[local])
		)
	}
	return Object.entries(properties).filter(([name]) => !repeats(name))
}
