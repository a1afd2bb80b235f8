#nullable enable
using System;
using System.Globalization;
using System.Reflection;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Execution;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Playtesting
{
    /// <summary>
    /// A value of a running game: <c>Component.member</c>, and on from there: properties and fields of scripts
    /// too that no Inspector shows.
    /// </summary>
    internal static class LiveValue
    {
        private const BindingFlags Members =
            BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.FlattenHierarchy;

        /// <summary>Physics does not end on round numbers.</summary>
        private const double Tolerance = 1e-4;

        /// <summary>The value of a property. Without one, true: the object is there.</summary>
        /// <exception cref="ToolFault">There is no such object, component or member.</exception>
        internal static JToken Read(string reference, string? property)
        {
            var obj = ObjectFinder.Need(reference);
            if (property == null) return true;
            var parts = property.Split('.');
            object? at = parts[0] == "GameObject" ? obj : (object)ObjectFinder.NeedComponent(obj, parts[0], 0);
            for (var i = 1; i < parts.Length; i++)
            {
                if (at == null)
                    throw new ToolFault(CallErrorCode.NotFound, $"{string.Join(".", parts, 0, i)} of {reference} is null.");
                at = Member(at, parts[i], reference);
            }
            return new BoundedJson().Write(at);
        }

        private static object? Member(object target, string name, string reference)
        {
            // A file that usually holds secrets is shown to nobody unasked, and here nobody is asked.
            if (target is TextAsset && name != "name")
                throw new ToolFault(
                    CallErrorCode.Unsupported,
                    $"The text of {reference} is that of a file, not a value of the game.",
                    "Read the file with read_file.");
            for (var type = target.GetType(); type != null; type = type.BaseType)
            {
                if (type.GetField(name, Members | BindingFlags.DeclaredOnly) is { } field) return field.GetValue(target);
                if (type.GetProperty(name, Members | BindingFlags.DeclaredOnly) is not { CanRead: true } property
                    || property.GetIndexParameters().Length > 0)
                    continue;
                try
                {
                    return property.GetValue(target);
                }
                catch (TargetInvocationException e)
                {
                    throw new ToolFault(
                        CallErrorCode.UnknownProperty,
                        $"{target.GetType().Name}.{name} of {reference} threw {e.InnerException?.GetType().Name}: "
                        + $"{e.InnerException?.Message}");
                }
            }
            throw new ToolFault(
                CallErrorCode.UnknownProperty,
                $"{target.GetType().Name} of {reference} has no member \"{name}\".",
                "Use C# member names, e.g. Transform.localPosition.y or Rigidbody.linearVelocity.");
        }

        internal static bool Compares(JToken value, string comparison, JToken? wanted)
        {
            if (comparison == "equals") return Same(value, wanted);
            if (comparison == "not_equals") return !Same(value, wanted);
            if (!IsNumber(value) || !IsNumber(wanted)) return false;
            double one = (double)value, other = (double)wanted!;
            switch (comparison)
            {
                case "greater":
                    return one > other;
                case "less":
                    return one < other;
                case "at_least":
                    return one >= other;
                default:
                    return one <= other;
            }
        }

        private static bool Same(JToken? one, JToken? other)
        {
            if (IsNumber(one) && IsNumber(other))
                return Math.Abs((double)one! - (double)other!) <= Tolerance * Math.Max(1, Math.Abs((double)other!));
            if (one is JArray list && other is JArray wanted)
            {
                if (list.Count != wanted.Count) return false;
                for (var i = 0; i < list.Count; i++)
                    if (!Same(list[i], wanted[i])) return false;
                return true;
            }
            return JToken.DeepEquals(one ?? JValue.CreateNull(), other ?? JValue.CreateNull());
        }

        private static bool IsNumber(JToken? token) => token?.Type == JTokenType.Integer || token?.Type == JTokenType.Float;

        /// <summary>Why a condition is not met on something that is not there.</summary>
        internal static string Absent(PlaytestStep step, ToolFault fault)
        {
            if (step.Is == "exists") return Unmet(step, JValue.CreateNull());
            var near = fault.Error.Data?["nearest"] as JArray;
            return fault.Message.TrimEnd('.') + (near != null && near.Count > 0 ? $" (nearest: {string.Join(", ", near)})" : "");
        }

        /// <summary>Why a condition is not met: "/Cube Transform.localPosition.y is not less than 1: it is 3".</summary>
        internal static string Unmet(PlaytestStep step, JToken value)
        {
            var what = step.Property == null ? step.Object : $"{step.Object} {step.Property}";
            switch (step.Is)
            {
                case "exists":
                    return $"{what} does not exist";
                case "missing":
                    return $"{what} exists";
                default:
                    var words = step.Is == "equals" ? "is not" : step.Is == "not_equals" ? "is" : step.Is == "greater"
                        ? "is not greater than"
                        : step.Is == "less" ? "is not less than" : step.Is == "at_least" ? "is not at least" : "is not at most";
                    var wanted = step.Value ?? JValue.CreateNull();
                    return string.Format(
                        CultureInfo.InvariantCulture, "{0} {1} {2}: it is {3}{4}", what, words,
                        wanted.ToString(Formatting.None), value.ToString(Formatting.None), OtherKind(value, wanted));
            }
        }

        private static string OtherKind(JToken value, JToken wanted)
        {
            var (found, given) = (KindOf(value), KindOf(wanted));
            if (found == given) return "";
            return $", {found}; {(wanted.Type == JTokenType.Null ? "no value was given" : $"the value given is {given}")}";
        }

        private static string KindOf(JToken value) =>
            value.Type switch
            {
                JTokenType.Null => "nothing",
                JTokenType.Integer or JTokenType.Float => "a number",
                JTokenType.String => "a text",
                JTokenType.Boolean => "true or false",
                JTokenType.Array => "a list",
                _ => "an object",
            };
    }
}
