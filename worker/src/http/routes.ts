/** Every route of the API. To add one: declare it in its resource's file, and list it there. */

import { accountRoutes } from '../accounts/routes/account.ts'
import { apiTokenRoutes } from '../accounts/routes/api-tokens.ts'
import { auditRoutes } from '../accounts/routes/audit.ts'
import { authRoutes } from '../accounts/routes/auth.ts'
import { mailLinkRoutes } from '../accounts/routes/mail-link.ts'
import { operatorRoutes } from '../accounts/routes/operator.ts'
import { passkeyRoutes } from '../accounts/routes/passkeys.ts'
import { savedPromptRoutes } from '../accounts/routes/saved-prompts.ts'
import { signInRoutes } from '../accounts/routes/sign-in.ts'
import { signInMethodRoutes } from '../accounts/routes/sign-in-methods.ts'
import { skillRoutes } from '../accounts/routes/skills.ts'
import { trialRoutes } from '../accounts/routes/trial.ts'
import { evolutionRoutes } from '../arena/routes/evolutions.ts'
import { liveArenaRoutes } from '../arena/routes/live.ts'
import { liveArenaPlayRoutes } from '../arena/routes/live-play.ts'
import { arenaPlayRoutes } from '../arena/routes/play.ts'
import { arenaPlayerRoutes } from '../arena/routes/player.ts'
import { reportRoutes } from '../automations/outgoing/routes.ts'
import { automationRoutes } from '../automations/routes/automations.ts'
import { deliveryRoutes } from '../automations/routes/deliveries.ts'
import { hookRoutes } from '../automations/routes/hooks.ts'
import { scheduleTimesRoutes } from '../automations/routes/schedule-times.ts'
import { computerRoutes } from '../computers/routes/computers.ts'
import { pairingRoutes } from '../computers/routes/pairing.ts'
import { relayTokenRoutes } from '../computers/routes/relay-tokens.ts'
import { seatRoutes } from '../computers/routes/seats.ts'
import { blobRoutes } from '../conversations/routes/blobs.ts'
import { branchRoutes } from '../conversations/routes/branches.ts'
import { conversationRoutes } from '../conversations/routes/conversations.ts'
import { messageRoutes } from '../conversations/routes/messages.ts'
import { needsYouRoutes } from '../conversations/routes/needs-you.ts'
import { ownCallRoutes } from '../conversations/routes/own-calls.ts'
import { revertRoutes } from '../conversations/routes/reverts.ts'
import { subAgentRoutes } from '../conversations/routes/sub-agents.ts'
import { trashRoutes } from '../conversations/routes/trash.ts'
import { mcpSignInRoutes } from '../mcp-client/oauth/routes.ts'
import { mcpServerRoutes } from '../mcp-client/routes.ts'
import { connectionRoutes } from '../mcp-server/routes/connections.ts'
import { mcpRoutes } from '../mcp-server/routes/mcp.ts'
import { modelEndpointRoutes } from '../models/routes/endpoints.ts'
import { keyRoutes } from '../models/routes/keys.ts'
import { modelFactsRoutes } from '../models/routes/model-facts.ts'
import { modelListRoutes } from '../models/routes/model-lists.ts'
import { modelRoutes } from '../models/routes/models.ts'
import { searchKeyRoutes } from '../models/routes/search-keys.ts'
import { changeRoutes } from '../projects/routes/changes.ts'
import { grantRoutes } from '../projects/routes/grants.ts'
import { invitationRoutes } from '../projects/routes/invitations.ts'
import { memberRoutes } from '../projects/routes/members.ts'
import { projectRoutes } from '../projects/routes/projects.ts'
import { pushRoutes } from '../push/routes.ts'
import { socketRoutes } from '../rooms/routes/sockets.ts'
import { copyRoutes } from '../sharing/routes/copies.ts'
import { exportRoutes } from '../sharing/routes/exports.ts'
import { shareLinkRoutes } from '../sharing/routes/share-links.ts'
import { sharePageRoutes } from '../sharing/routes/share-pages.ts'
import { shareRoutes } from '../sharing/routes/shares.ts'
import { dollarBudgetRoutes } from '../usage/routes/dollar-budgets.ts'
import { usageRoutes } from '../usage/routes/usage.ts'
import { contextRoutes } from './context.ts'
import { healthRoutes } from './health.ts'
import { openApiRoute } from './openapi.ts'
import type { Route } from './route.ts'

export const routes: readonly Route[] = [
	...healthRoutes,
	...modelRoutes,
	...modelListRoutes,
	...modelFactsRoutes,
	...keyRoutes,
	...searchKeyRoutes,
	...modelEndpointRoutes,
	...skillRoutes,
	...savedPromptRoutes,
	...authRoutes,
	...apiTokenRoutes,
	...signInRoutes,
	...accountRoutes,
	...arenaPlayerRoutes,
	...arenaPlayRoutes,
	...liveArenaRoutes,
	...liveArenaPlayRoutes,
	...evolutionRoutes,
	...passkeyRoutes,
	...signInMethodRoutes,
	...mailLinkRoutes,
	...trialRoutes,
	...projectRoutes,
	...memberRoutes,
	...invitationRoutes,
	...changeRoutes,
	...auditRoutes(() => routes),
	...relayTokenRoutes,
	...pairingRoutes,
	...computerRoutes,
	...seatRoutes,
	...grantRoutes,
	...conversationRoutes,
	...trashRoutes,
	...branchRoutes,
	...copyRoutes,
	...messageRoutes,
	...contextRoutes,
	...subAgentRoutes,
	...ownCallRoutes,
	...revertRoutes,
	...blobRoutes,
	...exportRoutes,
	...shareRoutes,
	...shareLinkRoutes,
	...sharePageRoutes,
	...socketRoutes,
	...pushRoutes,
	...automationRoutes,
	...scheduleTimesRoutes,
	...deliveryRoutes,
	...reportRoutes,
	...hookRoutes,
	...connectionRoutes,
	...mcpRoutes,
	...mcpServerRoutes,
	...mcpSignInRoutes,
	...usageRoutes,
	...dollarBudgetRoutes,
	...needsYouRoutes,
	...operatorRoutes,
	openApiRoute(() => routes),
]
