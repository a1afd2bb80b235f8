/** At the address of a conversation that was deleted, or never was. */
import { MessageCircleOff } from 'lucide-react'
import { actions } from '../../actions/registry.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/feedback.tsx'

export default function NoConversation() {
	return (
		<Empty
			icon={<MessageCircleOff />}
			title="This conversation does not exist"
			action={<Button onClick={() => actions.run('conversation.new')}>New conversation</Button>}
		>
			It may have been deleted. Changes that its runs made in Unity are still there.
		</Empty>
	)
}
