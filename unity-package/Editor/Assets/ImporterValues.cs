#nullable enable
using System;
using System.Collections.Generic;
using System.Reflection;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEditor;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Assets
{
    /// <summary>
    /// The values of an importer by the names of its C# API. A serialized field of the same name may be something else: the
    /// one called maxTextureSize is of older versions, and what is in force is in the list of platforms.
    /// </summary>
    internal static class ImporterValues
    {
        /// <summary>The key of the platform's name in its settings.</summary>
        private const string Key = "name";

        /// <summary>Sets what can be set; what C# does not have is looked for among the serialized properties.</summary>
        /// <exception cref="Core.ToolFault"><c>unknown_property</c> or <c>invalid_arguments</c> when nothing could be set.</exception>
        internal static JObject Apply(object target, JObject properties)
        {
            var results = new List<JObject>();
            foreach (var property in properties.Properties()) results.Add(Set(target, property.Name, property.Value));
            return PropertyReport.Of(results, target.GetType().Name);
        }

        /// <summary>Values by name; what cannot be read is left out.</summary>
        internal static JObject Show(object target)
        {
            var shown = new JObject();
            foreach (var member in Members(target.GetType()))
                if (TryRead(target, member, out var value)) shown[member.Name] = value;
            return shown;
        }

        /// <summary>Serialized properties without a C# property.</summary>
        internal static List<string> Further(Object target)
        {
            var members = Members(target.GetType()).ConvertAll(member => member.Name);
            var names = new List<string>();
            using (var serialized = new SerializedObject(target))
            {
                foreach (var property in PropertyLocator.TopLevel(serialized))
                {
                    var name = PropertyNames.Plain(property.name);
                    if (!members.Contains(name) && !names.Contains(name)) names.Add(name);
                }
            }
            return names;
        }

        /// <summary>After the import: a script of the project may have changed what was set.</summary>
        internal static void ReadAgain(object target, JObject report)
        {
            foreach (var result in (JArray)report["results"]!)
            {
                var member = PropertyLocator.MemberOf(target.GetType(), (string)result["property"]!);
                if ((bool)result["success"]! && member != null && TryRead(target, member, out var now)) result["newValue"] = now;
            }
        }

        private static JObject Set(object target, string name, JToken value)
        {
            var member = name == Key ? null : PropertyLocator.MemberOf(target.GetType(), name);
            if (member != null) return SetMember(target, member, value);
            var names = Members(target.GetType()).ConvertAll(each => each.Name);
            if (!(target is Object asset))
                return PropertyReport.Failed(name, $"There is no \"{name}\" here.", PropertyNames.Available(name, names));
            var result = ComponentValues.Set(asset, name, value);
            if (result["available"] == null) return result;
            names.AddRange(Further(asset));
            return PropertyReport.Failed(name, (string)result["error"]!, PropertyNames.Available(name, names));
        }

        private static JObject SetMember(object target, PropertyInfo member, JToken value)
        {
            try
            {
                var before = ClrValues.Read(member.GetValue(target));
                member.SetValue(target, ClrValues.Write(member.PropertyType, value));
                return PropertyReport.Done(
                    member.Name, ClrValues.NameOf(member.PropertyType), before, ClrValues.Read(member.GetValue(target)));
            }
            catch (ValueMismatch mismatch)
            {
                return PropertyReport.Failed(member.Name, $"{member.Name}: {mismatch.Message}");
            }
            catch (TargetInvocationException e)
            {
                return PropertyReport.Failed(member.Name, $"{member.Name}: {e.InnerException?.Message ?? e.Message}");
            }
        }

        private static bool TryRead(object target, PropertyInfo member, out JToken value)
        {
            value = JValue.CreateNull();
            try
            {
                value = ClrValues.Read(member.GetValue(target));
                return true;
            }
            catch (TargetInvocationException)
            {
                return false;
            }
        }

        /// <summary>Public properties that can be set, those of the importer's own class first.</summary>
        private static List<PropertyInfo> Members(Type type)
        {
            var members = new List<PropertyInfo>();
            for (var at = type; at != null && at != typeof(Object) && at != typeof(object); at = at.BaseType)
            {
                foreach (var declared in at.GetProperties(BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly))
                    if (declared.Name != Key && !members.Exists(known => known.Name == declared.Name)
                        && PropertyLocator.MemberOf(type, declared.Name) is { SetMethod: { IsPublic: true } } member)
                        members.Add(member);
            }
            return members;
        }
    }
}
