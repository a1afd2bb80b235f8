#nullable enable
using System;
using System.Collections.Generic;
using System.Reflection;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Values
{
    /// <summary>Setting and showing the properties of a component or an asset; every change is reported and recorded in Undo.</summary>
    internal static class ComponentValues
    {
        /// <summary>Sets what can be set.</summary>
        /// <param name="target">A component, or an asset such as a ScriptableObject.</param>
        /// <param name="properties">Path → value.</param>
        /// <param name="within">Where references to objects are looked for: a prefab's contents; null: the loaded scenes.</param>
        /// <returns><c>results</c>, <c>successCount</c>, <c>failCount</c>.</returns>
        /// <exception cref="Core.ToolFault"><c>unknown_property</c> or <c>invalid_arguments</c> when nothing could be set.</exception>
        internal static JObject Apply(Object target, JObject properties, GameObject? within = null)
        {
            var results = new List<JObject>();
            foreach (var property in properties.Properties()) results.Add(Set(target, property.Name, property.Value, within));
            return PropertyReport.Of(results, target.GetType().Name);
        }

        internal static JObject Set(Object target, string path, JToken value, GameObject? within = null)
        {
            try
            {
                if (target is Renderer renderer && RendererMaterials.Takes(path))
                    return RendererMaterials.Set(renderer, path, value, within);
                using (var serialized = new SerializedObject(target)) return SetSerialized(target, serialized, path, value, within);
            }
            catch (ValueMismatch mismatch)
            {
                return PropertyReport.Failed(path, $"{path}: {mismatch.Message}");
            }
        }

        private static JObject SetSerialized(Object target, SerializedObject serialized, string path, JToken value, GameObject? within)
        {
            if (PropertyNames.IsRuntime(path) && !EditorApplication.isPlaying && PropertyLocator.MemberOf(target.GetType(), path) != null)
                return PropertyReport.Failed(path, $"{path} can be set only in play mode.");
            var located = PropertyLocator.Find(target, serialized, path, true);
            if (located.Member != null) return SetMember(target, located.Member, path, value);
            if (located.Property == null) return PropertyReport.Failed(path, located.Error!, located.Available);
            var property = located.Property;
            var type = ValueReader.TypeName(property, located.EnumType);
            var before = ValueReader.Read(property, located.EnumType, within);
            ValueWriter.Write(property, value, located.EnumType, within);
            serialized.ApplyModifiedProperties();
            serialized.Update();
            // The engine's result: a value out of range is clamped.
            var now = PropertyLocator.Find(target, serialized, path, false);
            return PropertyReport.Done(path, type, before, now.Property == null
                ? JValue.CreateNull() : ValueReader.Read(now.Property, now.EnumType, within));
        }

        private static JObject SetMember(Object target, PropertyInfo member, string path, JToken value)
        {
            var before = ClrValues.Read(member.GetValue(target));
            var wanted = ClrValues.Write(member.PropertyType, value);
            Undo.RecordObject(target, $"Set {member.Name}");
            try
            {
                member.SetValue(target, wanted);
            }
            catch (TargetInvocationException e)
            {
                return PropertyReport.Failed(path, $"{path}: {e.InnerException?.Message ?? e.Message}");
            }
            EditorUtility.SetDirty(target);
            return PropertyReport.Done(path, ClrValues.NameOf(member.PropertyType), before, ClrValues.Read(member.GetValue(target)));
        }

        /// <summary>One property by a name that <see cref="Show"/> has or <see cref="Apply"/> takes; null: it has none.</summary>
        internal static JToken? Read(Object target, string path)
        {
            if (target is Renderer && RendererMaterials.Takes(path))
            {
                if (Show(target)[path] is { } shown) return shown;
                // Reading "material" itself would make a copy.
                if (path == "material") path = "sharedMaterial";
            }
            using (var serialized = new SerializedObject(target))
            {
                var located = PropertyLocator.Find(target, serialized, path, false);
                if (located.Property != null) return ValueReader.Read(located.Property, located.EnumType, null);
                // Only what is shown as well: some getters of Unity make a copy of what they answer.
                if (located.Member != null && IsShown(target.GetType(), located.Member.Name))
                    return ClrValues.Read(located.Member.GetValue(target));
            }
            return null;
        }

        private static bool IsShown(Type type, string member)
        {
            foreach (var name in PropertyNames.ComputedOf(type))
                if (name == member) return true;
            return EditorApplication.isPlaying && PropertyNames.IsRuntime(member);
        }

        /// <summary>All properties: names and shapes that can be set again.</summary>
        internal static JObject Show(Object target, GameObject? within = null)
        {
            var shown = new JObject();
            var type = target.GetType();
            using (var serialized = new SerializedObject(target))
            {
                foreach (var top in PropertyLocator.TopLevel(serialized))
                {
                    var property = top.Copy();
                    if (ShowAliased(shown, type, serialized, property, within)
                        || (property.propertyType == SerializedPropertyType.Generic && !property.isArray
                        && PropertyNames.ComputedOf(type).GetEnumerator().MoveNext()))
                        continue;
                    var name = PropertyNames.Friendly(type, property.propertyPath);
                    shown[name] = ValueReader.Read(property, PropertyLocator.EnumOf(type, name, property), within);
                }
            }
            foreach (var name in PropertyNames.ComputedOf(type))
                if (PropertyLocator.MemberOf(type, name) is { } member) shown[name] = ClrValues.Read(member.GetValue(target));
            if (EditorApplication.isPlaying)
                foreach (var name in PropertyNames.Runtime)
                    if (PropertyLocator.MemberOf(type, name) is { } velocity) shown[name] = ClrValues.Read(velocity.GetValue(target));
            if (target is Renderer renderer) RendererMaterials.Show(renderer, shown);
            return shown;
        }

        /// <summary>Shows a property by its or its parts' C# names, if there are any.</summary>
        private static bool ShowAliased(JObject shown, Type type, SerializedObject serialized, SerializedProperty property,
            GameObject? within)
        {
            var any = false;
            foreach (var alias in PropertyNames.AliasesOf(type))
            {
                var isPart = alias.Value.StartsWith(property.propertyPath + ".", StringComparison.Ordinal)
                    && !alias.Value.Contains(".Array.");
                var isWhole = alias.Value == property.propertyPath && alias.Key.Contains(".");
                if ((!isPart && !isWhole) || !(serialized.FindProperty(alias.Value) is { } part)) continue;
                any = true;
                var names = alias.Key.Split('.');
                var into = shown;
                for (var i = 0; i + 1 < names.Length; i++) into = (JObject)(into[names[i]] ??= new JObject());
                into[names[names.Length - 1]] = ValueReader.Read(part, PropertyLocator.EnumOf(type, alias.Key, part), within);
            }
            return any;
        }

        /// <summary>Returns null for components that cannot be disabled.</summary>
        internal static bool? Enabled(Component component)
        {
            using (var serialized = new SerializedObject(component))
                return serialized.FindProperty("m_Enabled") is { propertyType: SerializedPropertyType.Boolean } enabled
                    ? enabled.boolValue : (bool?)null;
        }
    }
}
