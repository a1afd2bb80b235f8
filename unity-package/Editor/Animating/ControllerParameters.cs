#nullable enable
#if FAIRLEAD_ANIMATION
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Animating
{
    /// <summary>The parameters of a controller: added, changed, removed; all of a call or none.</summary>
    internal static class ControllerParameters
    {
        private const int MaxChanges = 50;
        private const int MaxNameLength = 200;

        private static readonly string[] Types = Enum.GetNames(typeof(AnimatorControllerParameterType));

        internal static JObject Modify(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            var changes = arguments.Records("parameters", 1, MaxChanges);
            arguments.End();
            var (target, controller) = AnimationAssets.NeedController(path);
            var parameters = controller.parameters.ToList();
            foreach (var change in changes) Apply(parameters, change);
            controller.parameters = parameters.ToArray();
            EditorUtility.SetDirty(controller);
            AssetDatabase.SaveAssetIfDirty(controller);
            return new JObject { ["assetPath"] = target, ["parameters"] = new JArray(controller.parameters.Select(ToJson)) };
        }

        internal static JObject ToJson(AnimatorControllerParameter parameter) =>
            new JObject
            {
                ["name"] = parameter.name,
                ["type"] = parameter.type.ToString(),
                ["default"] = parameter.type switch
                {
                    AnimatorControllerParameterType.Float => ObjectFacts.Plain(parameter.defaultFloat),
                    AnimatorControllerParameterType.Int => parameter.defaultInt,
                    _ => parameter.defaultBool,
                },
            };

        /// <exception cref="ToolFault"><c>not_found</c> with the parameters that are there.</exception>
        internal static ToolFault Unknown(string name, IEnumerable<AnimatorControllerParameter> there) =>
            new ToolFault(
                CallErrorCode.NotFound,
                $"There is no parameter \"{name}\".",
                "Names count capitals. Use one that is there.",
                new JObject { ["parameters"] = new JArray(there.Select(ToJson)) });

        private static void Apply(List<AnimatorControllerParameter> parameters, JObject change)
        {
            var arguments = new ToolArguments("unity_animation parameters", change);
            var name = arguments.Text("name", 1, MaxNameLength);
            var type = arguments.OptionalChoice("type", null, Types);
            var value = arguments.Anything("default");
            var remove = arguments.Flag("remove", false);
            arguments.End();
            var at = parameters.FindIndex(parameter => parameter.name == name);
            if (remove)
            {
                if (at < 0) throw Unknown(name, parameters);
                parameters.RemoveAt(at);
                return;
            }
            if (at < 0 && type == null)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments, $"A new parameter \"{name}\" needs a type.", $"One of: {string.Join(", ", Types)}.");
            var known = at < 0 ? new AnimatorControllerParameter { name = name } : parameters[at];
            if (type != null) known.type = (AnimatorControllerParameterType)Enum.Parse(typeof(AnimatorControllerParameterType), type);
            if (value != null) SetDefault(known, value);
            if (at < 0) parameters.Add(known);
            else parameters[at] = known;
        }

        private static void SetDefault(AnimatorControllerParameter parameter, JToken value)
        {
            switch (parameter.type)
            {
                case AnimatorControllerParameterType.Float when value.Type == JTokenType.Float || value.Type == JTokenType.Integer:
                    parameter.defaultFloat = (float)value;
                    break;
                case AnimatorControllerParameterType.Int when value.Type == JTokenType.Integer:
                    parameter.defaultInt = (int)value;
                    break;
                case AnimatorControllerParameterType.Bool when value.Type == JTokenType.Boolean:
                    parameter.defaultBool = (bool)value;
                    break;
                default:
                    throw Mismatch(parameter, value);
            }
        }

        internal static ToolFault Mismatch(AnimatorControllerParameter parameter, JToken value) =>
            new ToolFault(
                CallErrorCode.InvalidArguments,
                $"\"{parameter.name}\" is a {parameter.type} and does not take {value.ToString(Newtonsoft.Json.Formatting.None)}.",
                parameter.type == AnimatorControllerParameterType.Trigger ? "A trigger has no default; set it with true." : null);
    }
}
#endif
