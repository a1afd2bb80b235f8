/** Meshes, renderers, particles: names and defaults of Unity 6. */
import { type ComponentType, component } from './component-types.ts'
import {
	bool,
	choice,
	color,
	float,
	int,
	list,
	type PropertyType,
	struct,
	text,
	toAsset,
	toComponent,
	vector,
} from './property-types.ts'

/** Components whose first material is reached as `material` and `sharedMaterial`. */
export const RENDERERS: ReadonlySet<string> = new Set([
	'MeshRenderer',
	'SkinnedMeshRenderer',
	'LineRenderer',
	'TrailRenderer',
	'SpriteRenderer',
	'ParticleSystemRenderer',
])

const material: PropertyType = { kind: 'reference', to: { kind: 'asset', type: 'Material' } }
const options = { canDisable: true, single: true, exclusive: 'renderer' } as const
const plain = { canDisable: true, single: true } as const
const shadows = [
	choice('shadowCastingMode', 'Off On TwoSided ShadowsOnly', 'On'),
	bool('receiveShadows', true),
	choice('lightProbeUsage', 'Off BlendProbes UseProxyVolume CustomProvided', 'BlendProbes'),
	choice('reflectionProbeUsage', 'Off BlendProbes BlendProbesAndSkybox Simple', 'BlendProbes'),
	int('sortingOrder', 0),
	int('renderingLayerMask', 1),
]
const materials = (builtin: string | null) =>
	list('sharedMaterials', material, [builtin === null ? null : { $builtin: builtin }])
const ribbon = [
	float('startWidth', 1, { min: 0 }),
	float('endWidth', 1, { min: 0 }),
	color('startColor'),
	color('endColor'),
	choice('alignment', 'View TransformZ'),
	choice('textureMode', 'Stretch Tile DistributePerSegment RepeatPerSegment Static'),
	int('numCornerVertices', 0, { min: 0, max: 90 }),
	int('numCapVertices', 0, { min: 0, max: 90 }),
]

export const RENDERING_TYPES: readonly ComponentType[] = [
	component('MeshFilter', { single: true }, toAsset('sharedMesh', 'Mesh')),
	component('MeshRenderer', options, materials(null), ...shadows),
	component(
		'SkinnedMeshRenderer',
		options,
		toAsset('sharedMesh', 'Mesh'),
		toComponent('rootBone', 'Transform'),
		choice('quality', 'Auto Bone1 Bone2 Bone4'),
		bool('updateWhenOffscreen', false),
		materials(null),
		...shadows,
	),
	component(
		'LineRenderer',
		options,
		list('positions', { kind: 'vector', size: 3 }, [
			[0, 0, 0],
			[0, 0, 1],
		]),
		bool('loop', false),
		bool('useWorldSpace', true),
		...ribbon,
		materials(null),
		...shadows,
	),
	component(
		'TrailRenderer',
		options,
		float('time', 5, { min: 0 }),
		float('minVertexDistance', 0.1, { min: 0 }),
		bool('autodestruct', false),
		bool('emitting', true),
		...ribbon,
		materials(null),
		...shadows,
	),
	component(
		'SpriteRenderer',
		options,
		toAsset('sprite', 'Sprite'),
		color('color'),
		bool('flipX', false),
		bool('flipY', false),
		choice('drawMode', 'Simple Sliced Tiled'),
		vector('size', [1, 1]),
		choice('maskInteraction', 'None VisibleInsideMask VisibleOutsideMask'),
		text('sortingLayerName', 'Default'),
		int('sortingOrder', 0),
		materials('Sprites-Default'),
	),
	component(
		'TextMesh',
		{ single: true, requires: ['MeshRenderer'] },
		text('text'),
		toAsset('font', 'Font'),
		int('fontSize', 0, { min: 0 }),
		float('characterSize', 1),
		float('lineSpacing', 1),
		color('color'),
		choice('fontStyle', 'Normal Bold Italic BoldAndItalic'),
		choice('alignment', 'Left Center Right'),
		choice(
			'anchor',
			'UpperLeft UpperCenter UpperRight MiddleLeft MiddleCenter MiddleRight LowerLeft LowerCenter LowerRight',
		),
		bool('richText', true),
	),
	component(
		'ParticleSystem',
		{ single: true, requires: ['ParticleSystemRenderer'] },
		struct('main', [
			float('duration', 5, { min: 0.05 }),
			bool('loop', true),
			bool('prewarm', false),
			bool('playOnAwake', true),
			float('startDelay', 0, { min: 0 }),
			float('startLifetime', 5, { min: 0 }),
			float('startSpeed', 5),
			float('startSize', 1),
			float('startRotation', 0),
			color('startColor'),
			float('gravityModifier', 0),
			float('simulationSpeed', 1, { min: 0 }),
			choice('simulationSpace', 'Local World Custom'),
			int('maxParticles', 1000, { min: 0 }),
		]),
		struct('emission', [
			bool('enabled', true),
			float('rateOverTime', 10, { min: 0 }),
			float('rateOverDistance', 0, { min: 0 }),
		]),
		struct('shape', [
			bool('enabled', true),
			choice('shapeType', 'Sphere Hemisphere Cone Box Mesh Circle Edge', 'Cone'),
			float('angle', 25, { min: 0, max: 90 }),
			float('radius', 1, { min: 0 }),
		]),
	),
	component('ParticleSystemRenderer', options, materials('Default-Particle'), ...shadows),
	component('Skybox', plain, toAsset('material', 'Material')),
	component(
		'Projector',
		plain,
		float('nearClipPlane', 0.1),
		float('farClipPlane', 100),
		float('fieldOfView', 60, { min: 1, max: 179 }),
		toAsset('material', 'Material'),
	),
]
