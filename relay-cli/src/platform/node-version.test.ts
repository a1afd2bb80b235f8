import { expect, test } from 'vitest'
import { whyNodeIsTooOld } from './node-version.ts'

test.each(['v20.20.2', 'v22.12.0', 'v18.0.0'])(
	'a person on Node %s is told what is needed, and where it is',
	(version) => {
		const why = whyNodeIsTooOld(version)
		expect(why).toContain(`needs Node 22.13 or newer; this is ${version}`)
		expect(why).toContain('npm run fairlead -- up')
	},
)

test.each(['v22.13.0', 'v22.20.1', 'v24.0.0', 'v100.1.0'])('Node %s is accepted', (version) => {
	expect(whyNodeIsTooOld(version)).toBeNull()
})
