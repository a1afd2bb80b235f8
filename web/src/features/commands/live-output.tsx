/** Below a command that runs while the agent waits for it: the command, and what it writes, live. */
import { use } from 'react'
import { SharedVisit } from '../../data/shared-visit.ts'
import { Code } from '../../parts/markdown/code.tsx'
import { commandOf } from '../../parts/results/command.tsx'
import type { CommandSlotProps } from '../../run/slots.ts'
import { PartBoundary } from '../../ui/loading/part-boundary.tsx'
import { OutputBox } from './output-box.tsx'

export const LiveOutput = (props: CommandSlotProps) => (
	<PartBoundary what="The output" resetKey={props.call.callId}>
		<Output {...props} />
	</PartBoundary>
)

function Output({ call }: CommandSlotProps) {
	const visit = use(SharedVisit)
	const started = commandOf(call.input)
	const callId = call.call?.callId
	// Only what starts a program writes something, and what starts it in the background is over at once.
	if (started === undefined || call.input['background'] === true) return null
	if (visit !== null)
		return <p className="text-cap text-faint">A share link does not show what programs write.</p>
	return (
		<>
			<Code source={started} language="" className="pb-1" />
			{callId !== undefined && (
				<OutputBox asked={{ of: 'call', callId }} label="Output of the command" />
			)}
		</>
	)
}
