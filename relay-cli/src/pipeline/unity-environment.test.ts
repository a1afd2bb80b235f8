import { expect, it } from 'vitest'
import { unityEnvironment } from './unity-environment.ts'

it('Unity’s command line gets the environment without secrets and the settings of a terminal', () => {
	const env = unityEnvironment({
		PATH: '/bin',
		HOME: '/home/x',
		https_proxy: 'http://proxy',
		ANTHROPIC_API_KEY: 'x',
		GITHUB_TOKEN: 'x',
		NODE_OPTIONS: '--inspect',
		UNITY_PROJECT_PATH: '/other',
		UNITY_SERIAL_PASSWORD: 'x',
	})
	expect(Object.keys(env).toSorted()).toEqual(
		['PATH', 'HOME', 'https_proxy', 'UNITY_NO_CONSENT_PROMPT', 'NO_COLOR'].toSorted(),
	)
})
