/** Project settings by category: from ProjectSettings/ where a file says so, else Unity's defaults. */
import type { ToolResult } from '@fairlead/protocol/tools'
import type { Core } from '../core.ts'
import { FIXED_STEP_SECONDS } from '../play/physics/space.ts'

type Category = ToolResult<'unity_query', 'get_settings'>['category']

/** A number of a settings file, or the default. */
function numberOf(core: Core, file: string, key: string, otherwise: number): number {
	const text = core.project.setting(file, key)
	const value = text === undefined ? Number.NaN : Number(text)
	return Number.isFinite(value) ? value : otherwise
}

function vectorOf(core: Core, file: string, key: string, otherwise: number[]): number[] {
	const text = core.project.setting(file, key) ?? ''
	const found = [...text.matchAll(/[xyz]:\s*([-\d.e]+)/g)].map((m) => Number(m[1]))
	return found.length === 3 ? found : otherwise
}

export function settingsOf(core: Core, category: Category): Record<string, unknown> {
	const { project } = core
	const player = (key: string, otherwise: string): string =>
		project.setting('ProjectSettings.asset', key) ?? otherwise
	switch (category) {
		case 'environment':
			return {
				unityVersion: project.unityVersion,
				projectName: project.name,
				projectPath: project.path,
				productGuid: project.productGuid,
				platform: project.platform,
				simulated: true,
			}
		case 'player':
			return {
				companyName: player('companyName', 'DefaultCompany'),
				productName: project.name,
				bundleVersion: player('bundleVersion', '0.1'),
				colorSpace: player('m_ActiveColorSpace', '1') === '0' ? 'Gamma' : 'Linear',
				defaultScreenWidth: numberOf(core, 'ProjectSettings.asset', 'defaultScreenWidth', 1920),
				defaultScreenHeight: numberOf(core, 'ProjectSettings.asset', 'defaultScreenHeight', 1080),
				runInBackground: player('runInBackground', '1') === '1',
				tags: project.tags,
				layers: project.layers.flatMap((name, index) => (name ? [{ index, name }] : [])),
			}
		case 'build':
			return {
				scenes: project.buildScenes.map((path, buildIndex) => ({ path, buildIndex })),
				activeBuildTarget: 'StandaloneWindows64',
				developmentBuild: false,
			}
		case 'quality':
			return {
				currentLevel: 'Ultra',
				levels: ['Very Low', 'Low', 'Medium', 'High', 'Very High', 'Ultra'],
				vSyncCount: numberOf(core, 'QualitySettings.asset', 'vSyncCount', 1),
				antiAliasing: numberOf(core, 'QualitySettings.asset', 'antiAliasing', 2),
				shadowDistance: numberOf(core, 'QualitySettings.asset', 'shadowDistance', 150),
			}
		case 'physics': {
			const file = 'DynamicsManager.asset'
			return {
				gravity: vectorOf(core, file, 'm_Gravity', [0, -9.81, 0]),
				defaultContactOffset: numberOf(core, file, 'm_DefaultContactOffset', 0.01),
				bounceThreshold: numberOf(core, file, 'm_BounceThreshold', 2),
				sleepThreshold: numberOf(core, file, 'm_SleepThreshold', 0.005),
				defaultSolverIterations: numberOf(core, file, 'm_DefaultSolverIterations', 6),
			}
		}
		case 'time':
			return {
				fixedDeltaTime: FIXED_STEP_SECONDS,
				maximumDeltaTime: numberOf(core, 'TimeManager.asset', 'Maximum Allowed Timestep', 1 / 3),
				timeScale: numberOf(core, 'TimeManager.asset', 'm_TimeScale', 1),
			}
		case 'audio':
			return {
				globalVolume: numberOf(core, 'AudioManager.asset', 'm_Volume', 1),
				dopplerFactor: numberOf(core, 'AudioManager.asset', 'Doppler Factor', 1),
				speakerMode: 'Stereo',
				sampleRate: numberOf(core, 'AudioManager.asset', 'm_SampleRate', 0),
			}
		case 'rendering':
			return {
				renderPipeline: project.renderPipeline,
				defaultShader: core.materials.defaultShader,
				defaultMaterial: core.materials.defaultMaterial,
			}
		case 'packages':
			return { dependencies: project.manifest() }
		default:
			return category satisfies never
	}
}
