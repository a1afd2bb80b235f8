import { hintForPeople } from '@fairlead/protocol/view/hint-for-people'
import type { CallError } from '@fairlead/protocol/wire/calls'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/feedback.tsx'

/** A read of the editor that failed: the tool's sentence, its hint, and another try. */
export function ReadFailed(props: { error: CallError; onRetry: () => void }) {
	return (
		<Empty title={props.error.message} action={<Button onClick={props.onRetry}>Try again</Button>}>
			{hintForPeople(props.error.hint)}
		</Empty>
	)
}
