#nullable enable
#if FAIRLEAD_ANIMATION
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Queries;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.Animations;
using UnityEngine;

namespace Fairlead.Editor.Animating
{
    /// <summary>Layers, states and transitions of a controller. Sub-state machines are part of a state's name: Air/Jump.</summary>
    internal static class ControllerFacts
    {
        private const int MaxTransitions = 30;
        private const int MaxAnyState = 100;

        internal static JObject Answer(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            var limit = arguments.Integer("limit", 1, 200, 50);
            var cursor = arguments.OptionalText("cursor", 0, 200);
            arguments.End();
            var (target, controller) = AnimationAssets.NeedController(path);
            var names = new Dictionary<AnimatorState, string>();
            var states = new List<(string Layer, AnimatorState State, bool IsDefault)>();
            var any = new List<(string Layer, AnimatorStateTransition Transition)>();
            var layers = new JArray();
            foreach (var layer in controller.layers)
            {
                var before = states.Count;
                // A layer that is synced with another has its states there.
                if (layer.syncedLayerIndex < 0) Collect(
                    layer.name, layer.stateMachine, "", layer.stateMachine.defaultState, names, states, any);
                layers.Add(new JObject
                {
                    ["name"] = layer.name,
                    ["weight"] = ObjectFacts.Plain(layer.defaultWeight),
                    ["states"] = states.Count - before,
                    ["syncedWith"] = layer.syncedLayerIndex < 0 ? null : controller.layers[layer.syncedLayerIndex].name,
                });
            }
            var page = Pages<(string Layer, AnimatorState State, bool IsDefault)>.Of(states, limit, cursor);
            return new JObject
            {
                ["assetPath"] = target,
                ["parameters"] = new JArray(controller.parameters.Select(ControllerParameters.ToJson)),
                ["layers"] = layers,
                ["states"] = new JArray(page.Shown.Select(one => Told(one.Layer, one.State, one.IsDefault, names))),
                ["total"] = states.Count,
                ["nextCursor"] = page.NextCursor,
                ["fromAnyState"] = new JArray(any.Take(MaxAnyState).Select(one =>
                {
                    var told = Told(one.Transition, names);
                    told.AddFirst(new JProperty("layer", one.Layer));
                    return told;
                })),
            };
        }

        private static void Collect(
            string layer, AnimatorStateMachine machine, string within, AnimatorState? first, Dictionary<AnimatorState, string> names,
            List<(string, AnimatorState, bool)> states, List<(string, AnimatorStateTransition)> any)
        {
            foreach (var child in machine.states)
            {
                names[child.state] = within + child.state.name;
                states.Add((layer, child.state, child.state == first));
            }
            foreach (var transition in machine.anyStateTransitions) any.Add((layer, transition));
            foreach (var child in machine.stateMachines)
                Collect(layer, child.stateMachine, $"{within}{child.stateMachine.name}/", first, names, states, any);
        }

        private static JObject Told(string layer, AnimatorState state, bool isDefault, IReadOnlyDictionary<AnimatorState, string> names) =>
            new JObject
            {
                ["layer"] = layer,
                ["name"] = names[state],
                ["isDefault"] = isDefault,
                ["motion"] = Told(state.motion),
                ["speed"] = ObjectFacts.Plain(state.speed),
                ["transitions"] = new JArray(state.transitions.Take(MaxTransitions).Select(transition => Told(transition, names))),
                ["transitionCount"] = state.transitions.Length,
            };

        private static JToken Told(Motion? motion) =>
            motion == null
                ? JValue.CreateNull()
                : (JToken)new JObject
                {
                    ["name"] = motion.name,
                    ["type"] = motion.GetType().Name,
                    ["assetPath"] = AssetDatabase.GetAssetPath(motion),
                };

        private static JObject Told(AnimatorStateTransition transition, IReadOnlyDictionary<AnimatorState, string> names) =>
            new JObject
            {
                ["to"] = To(transition, names),
                ["conditions"] = new JArray(transition.conditions.Select(Told)),
                // Without an exit time it waits for its conditions alone.
                ["exitTime"] = transition.hasExitTime ? ObjectFacts.Plain(transition.exitTime) : JValue.CreateNull(),
                ["duration"] = ObjectFacts.Plain(transition.duration),
            };

        private static string To(AnimatorStateTransition transition, IReadOnlyDictionary<AnimatorState, string> names)
        {
            if (transition.isExit) return "(exit)";
            if (transition.destinationState != null) return names.TryGetValue(transition.destinationState, out var name)
                ? name : transition.destinationState.name;
            return transition.destinationStateMachine == null ? "(nothing)" : $"{transition.destinationStateMachine.name}/";
        }

        private static string Told(AnimatorCondition condition) =>
            condition.mode switch
            {
                AnimatorConditionMode.If => condition.parameter,
                AnimatorConditionMode.IfNot => $"not {condition.parameter}",
                AnimatorConditionMode.Greater => $"{condition.parameter} > {Number(condition.threshold)}",
                AnimatorConditionMode.Less => $"{condition.parameter} < {Number(condition.threshold)}",
                AnimatorConditionMode.Equals => $"{condition.parameter} = {Number(condition.threshold)}",
                _ => $"{condition.parameter} ≠ {Number(condition.threshold)}",
            };

        private static string Number(float value) => ObjectFacts.Plain(value).ToString(Newtonsoft.Json.Formatting.None);
    }
}
#endif
