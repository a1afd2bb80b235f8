#nullable enable
#if FAIRLEAD_ANIMATION
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Assets;
using Fairlead.Editor.Queries;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Animating
{
    /// <summary>Animators of the loaded scenes, and their values while the game plays.</summary>
    internal static class LiveAnimators
    {
        private const int MaxReference = 1_000;

        internal static JObject List(ToolArguments arguments)
        {
            var path = arguments.OptionalAssetPath("path");
            var limit = arguments.Integer("limit", 1, 200, 50);
            var cursor = arguments.OptionalText("cursor", 0, 200);
            arguments.End();
            var wanted = path == null ? null : AssetFiles.Need(path);
            var found = new List<Animator>();
            foreach (var obj in ScenePaths.LoadedObjects())
                if (obj.GetComponent<Animator>() is { } animator && animator != null && (wanted == null || Uses(animator, wanted)))
                    found.Add(animator);
            var page = Pages<Animator>.Of(found, limit, cursor);
            return new JObject
            {
                ["animators"] = new JArray(page.Shown.Select(animator => new JObject
                {
                    ["instanceId"] = ObjectIds.Of(animator.gameObject),
                    ["path"] = ScenePaths.Of(animator.gameObject),
                    ["controller"] = animator.runtimeAnimatorController == null ? null
                        : AssetDatabase.GetAssetPath(animator.runtimeAnimatorController),
                    ["active"] = animator.isActiveAndEnabled,
                })),
                ["total"] = found.Count,
                ["nextCursor"] = page.NextCursor,
            };
        }

        /// <summary>The controller itself, or one that overrides it.</summary>
        private static bool Uses(Animator animator, string path) =>
            AssetDatabase.GetAssetPath(animator.runtimeAnimatorController) == path
            || (AnimationAssets.ControllerOf(animator.runtimeAnimatorController) is { } below && AssetDatabase.GetAssetPath(below) == path);

        internal static JObject Set(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var values = arguments.Record("values");
            arguments.End();
            if (!EditorApplication.isPlaying)
                throw new ToolFault(
                    CallErrorCode.NotInPlayMode,
                    "An animator has values only while the game plays.",
                    "Enter play mode with unity_play enter, or change the defaults with modify_parameters.");
            var obj = ObjectFinder.Need(reference);
            var animator = obj.GetComponent<Animator>();
            if (animator == null) throw new ToolFault(
                CallErrorCode.NotFound, $"{ScenePaths.Of(obj)} has no Animator.", "List them with unity_animation animators.");
            if (!animator.isActiveAndEnabled || animator.runtimeAnimatorController == null)
                throw new ToolFault(CallErrorCode.Unsupported,
                    $"The Animator of {ScenePaths.Of(obj)} does not run.", "Activate it, and give it a controller.");
            var parameters = animator.parameters;
            // All are checked before the first is set.
            var changes = values.Properties().Select(value => (Parameter: Need(parameters, value), value.Value)).ToList();
            return new JObject
            {
                ["instanceId"] = ObjectIds.Of(obj),
                ["path"] = ScenePaths.Of(obj),
                ["values"] = new JArray(changes.Select(change =>
                {
                    var before = Read(animator, change.Parameter);
                    Write(animator, change.Parameter, change.Value);
                    var after = Read(animator, change.Parameter);
                    return new JObject { ["name"] = change.Parameter.name, ["before"] = before, ["after"] = after };
                })),
            };
        }

        private static AnimatorControllerParameter Need(AnimatorControllerParameter[] parameters, JProperty value)
        {
            var parameter = parameters.FirstOrDefault(one => one.name == value.Name)
                ?? throw ControllerParameters.Unknown(value.Name, parameters);
            var fits = parameter.type switch
            {
                AnimatorControllerParameterType.Float => value.Value.Type == JTokenType.Float || value.Value.Type == JTokenType.Integer,
                AnimatorControllerParameterType.Int => value.Value.Type == JTokenType.Integer,
                _ => value.Value.Type == JTokenType.Boolean,
            };
            return fits ? parameter : throw ControllerParameters.Mismatch(parameter, value.Value);
        }

        private static JToken Read(Animator animator, AnimatorControllerParameter parameter) =>
            parameter.type switch
            {
                AnimatorControllerParameterType.Float => ObjectFacts.Plain(animator.GetFloat(parameter.name)),
                AnimatorControllerParameterType.Int => animator.GetInteger(parameter.name),
                _ => animator.GetBool(parameter.name),
            };

        private static void Write(Animator animator, AnimatorControllerParameter parameter, JToken value)
        {
            switch (parameter.type)
            {
                case AnimatorControllerParameterType.Float:
                    animator.SetFloat(parameter.name, (float)value);
                    break;
                case AnimatorControllerParameterType.Int:
                    animator.SetInteger(parameter.name, (int)value);
                    break;
                case AnimatorControllerParameterType.Bool:
                    animator.SetBool(parameter.name, (bool)value);
                    break;
                default:
                    if ((bool)value) animator.SetTrigger(parameter.name);
                    else animator.ResetTrigger(parameter.name);
                    break;
            }
        }
    }
}
#endif
